# SPDX-License-Identifier: MIT
"""A chain of small hotels in twelve languages: one text each, three kinds of markup, as chains grow by buying others."""
HOST = 'www.zimmerfrei.example'
STYLE = 'booking'

WORDS = '''de|Alle zulassen|Alle ablehnen|Cookie-Einstellungen|Datenschutz|Vielleicht später|Schließen|Anmelden|Mehr lesen|Alle Bewertungen anzeigen|Weiter|Zurück|Zimmer buchen|Unsere Häuser|Darf der Hund mit?|Ja, und er bekommt eine eigene Decke.|Das Haus steht am Ende der Straße, wo der Bus wendet.|Deutsch
fr|Tout accepter|Tout refuser|Personnaliser mes choix|Confidentialité|Non merci|Fermer|Connexion|En savoir plus|Afficher tous les avis|Suivant|Précédent|Réserver une chambre|Nos maisons|Les chiens sont-ils admis ?|Oui, et le vôtre aura sa couverture.|La maison est au bout de la rue, là où le bus fait demi-tour.|Français
es|Aceptar todas|Rechazar todas|Configurar cookies|Privacidad|Ahora no|Cerrar|Iniciar sesión|Leer más|Ver todas las opiniones|Siguiente|Anterior|Reservar habitación|Nuestras casas|¿Se admiten perros?|Sí, y el suyo tendrá su manta.|La casa está al final de la calle, donde da la vuelta el autobús.|Español
pl|Akceptuję wszystkie|Odrzuć wszystkie|Ustawienia plików cookie|Prywatność|Może później|Zamknij|Zaloguj się|Czytaj więcej|Pokaż wszystkie opinie|Następna|Poprzednia|Zarezerwuj pokój|Nasze domy|Czy można przyjechać z psem?|Tak, dostanie własny koc.|Dom stoi na końcu ulicy, tam gdzie zawraca autobus.|Polski
hu|Összes elfogadása|Összes elutasítása|Süti beállítások|Adatvédelem|Talán később|Bezárás|Bejelentkezés|Tovább olvasom|Összes vélemény megjelenítése|Következő|Előző|Szobafoglalás|Házaink|Hozhatjuk a kutyát?|Igen, saját takarót is kap.|A ház az utca végén áll, ahol a busz megfordul.|Magyar
ru|Принять все|Отклонить все|Настроить|Конфиденциальность|Может быть, позже|Закрыть|Войти|Читать далее|Показать все отзывы|Вперёд|Назад|Забронировать номер|Наши дома|Можно ли с собакой?|Можно, ей дадут своё одеяло.|Дом стоит в конце улицы, там, где разворачивается автобус.|Русский
it|Accetta tutti|Rifiuta tutti|Gestisci preferenze|Privacy|No, grazie|Chiudi|Accedi|Leggi di più|Mostra tutte le recensioni|Successiva|Precedente|Prenota una camera|Le nostre case|Posso portare il cane?|Sì, e avrà la sua coperta.|La casa è in fondo alla via, dove l’autobus fa inversione.|Italiano
cs|Přijmout vše|Odmítnout vše|Nastavení cookies|Soukromí|Možná později|Zavřít|Přihlásit se|Číst dál|Zobrazit všechna hodnocení|Další|Předchozí|Rezervovat pokoj|Naše domy|Může s námi pes?|Může, dostane vlastní deku.|Dům stojí na konci ulice, kde se otáčí autobus.|Čeština
sv|Godkänn alla|Avvisa alla|Hantera inställningar|Integritetspolicy|Inte nu|Stäng|Logga in|Läs mer|Visa alla omdömen|Nästa|Föregående|Boka rum|Våra hus|Får hunden följa med?|Ja, och den får en egen filt.|Huset ligger längst bort på gatan, där bussen vänder.|Svenska
el|Αποδοχή όλων|Απόρριψη όλων|Ρυθμίσεις cookies|Απόρρητο|Ίσως αργότερα|Κλείσιμο|Σύνδεση|Διαβάστε περισσότερα|Εμφάνιση όλων των κριτικών|Επόμενη|Προηγούμενη|Κράτηση δωματίου|Τα σπίτια μας|Μπορεί να έρθει ο σκύλος;|Ναι, και θα έχει δική του κουβέρτα.|Το σπίτι είναι στο τέλος του δρόμου, εκεί που γυρίζει το λεωφορείο.|Ελληνικά
ja|すべて許可する|すべて拒否する|設定を変更|プライバシーポリシー|あとで|閉じる|ログイン|続きを読む|すべてのクチコミを表示|次へ|前へ|部屋を予約する|宿の一覧|犬を連れて行けますか？|はい、専用の毛布をご用意します。|宿は通りのいちばん奥、バスが折り返すところにあります。|日本語
ar|قبول الكل|رفض الكل|إعدادات ملفات الارتباط|الخصوصية|ربما لاحقا|إغلاق|تسجيل الدخول|اقرأ المزيد|عرض جميع التقييمات|التالي|السابق|احجز غرفة|بيوتنا|هل يمكن اصطحاب الكلب؟|نعم، وله بطانية خاصة.|البيت في آخر الشارع، حيث تستدير الحافلة.|العربية'''

CSS = '''body{margin:0;font:16px/1.5 sans-serif}.nav{display:flex;gap:14px;padding:12px;background:#f4efe6;flex-wrap:wrap}.c,.late{position:fixed;background:#fff;border:1px solid #888;padding:16px;z-index:50}.c{bottom:0;left:0;right:0}.c.top{bottom:auto;top:0}.c.mid{inset:120px 25% auto}.late{right:20px;top:140px;width:300px}.knopf{display:inline-block;padding:8px 14px;border:1px solid #555;cursor:pointer;margin:2px}.zu{display:none}.lang{display:inline-flex;gap:8px;list-style:none;padding:0}'''
JS = '''for (const e of document.querySelectorAll('[data-weg]')) e.addEventListener('click', (v) => { v.preventDefault(); document.querySelector(e.dataset.weg).remove(); }); for (const e of document.querySelectorAll('[data-auf]')) e.addEventListener('click', (v) => { v.preventDefault(); document.getElementById(e.dataset.auf).classList.remove('zu'); });'''
# The three kinds: (a thing that is clicked, a question of the list, the box of consent, a link of languages).
KINDS = [('<button type="button" class="knopf" {0} {1}>{2}</button>', '<button class="faq__q knopf" aria-expanded="false" {0} §R>{1}</button>', 'c', '<li><a href="/{0}.html" hreflang="{0}" §L>{1}</a></li>'),
         ('<a href="#" class="btn-flat" {0} {1}>{2}</a> ', '<div class="frage" style="cursor:pointer" {0} §R>{1} <b>+</b></div>', 'c top', '<li><a class="{0}" href="http://www.zimmerfrei.example/{0}.html" title="{1}" §L><img src="/flags/{0}.png" width="16" height="11" alt="{1}"></a></li>'),
         ('<span role="button" tabindex="0" class="knopf _2k9" {0} {1}>{2}</span>', '<h4 role="button" tabindex="0" class="_q7" {0} §R>{1}</h4>', 'c mid', '<li><a href="?lang={0}" class="_l" §L>{1}</a></li>')]


def pages():
    table = rows(WORDS)
    out = {}
    for i, (lang, yes, no, settings, policy, later, close, login, more, reviews, next_, last, book, houses, question, answer, text, _) in enumerate(table):
        thing, ask, box, link = KINDS[i % 3]
        do = lambda what, name, label: each(thing, [[what, '§' + name, label]])
        languages = ''.join(each(link, [[row[0], row[17]]]) for row in table[i + 1:] + table[:i] if (table.index(row) + i) % 3)
        consent = '<div id="frage" class="%s">%s <a href="/%s/privacy" §I>%s</a> %s %s %s</div>' % (box, text, lang, policy, do('data-weg="#frage"', 'K', yes), do('data-weg="#frage"', 'K', no), do('', 'N', settings))
        popup = '<div class="late" id="brief">%s %s <button data-weg="#brief" aria-label="%s" style="border:0" §C>%s</button></div>' % (do('', 'N', book), do('data-weg="#brief"', 'C', later), close, '✕' if i % 2 else '<svg width="14" height="14"><path d="M1 1l12 12M13 1L1 13" stroke="#000"/></svg>')
        pager = '<div class="seiten"><a href="/%s.html?p=1" %s §P>%s</a> <a href="/%s.html?p=3" %s §P>%s</a></div>' % (lang, 'rel="prev"' if i % 3 else '', last, lang, 'rel="next"' if i % 2 else 'class="weiter"', next_)
        out[lang + '.html'] = fill('''<!doctype html><html lang="{lang}"{dir}><head><meta charset="utf-8"><title>{houses}</title><style>{css}</style></head><body><div class="nav"><a href="/{lang}.html" §I><b>Zimmerfrei</b></a><a href="/{lang}/houses" §I>{houses}</a>{login}<ul class="lang">{languages}</ul></div><main style="padding:16px"><p>{text}</p>{more}<p id="mehr" class="zu">{text} {answer}</p><p>{ask}</p><p id="antwort" class="zu">{answer}</p>{reviews}<p id="alle" class="zu">★★★★☆ {answer}</p>{book}{pager}<p><a href="https://www.holidays-map.example/?hl={lang}" target="_blank" §O>Map</a></p></main>{popup}{consent}<script>{js}</script></body></html>''',
                                   lang=lang, dir=' dir="rtl"' if lang == 'ar' else '', css=CSS, js=JS, houses=houses, text=text, answer=answer, languages=languages, login=do('', 'N', login), more=do('data-auf="mehr"', 'R', more),
                                   ask=each(ask, [['data-auf="antwort"', question]]), reviews=do('data-auf="alle"', 'R', reviews), book=do('', 'N', book), pager=pager, popup=popup if i % 4 else '', consent=consent)
    return out

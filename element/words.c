/* SPDX-License-Identifier: MIT */
/*
 * Phrases are folded: small letters without marks. A phrase stands at the beginning of a word, and ends with
 * one, unless a star follows; in scripts without blanks it stands anywhere. One row for each meaning and
 * language.
 */
#include "element/words.h"

#include <string.h>

typedef struct {
  ElementWords words;
  const char *language;
  const char *phrases; /* with | between them */
} WordRow;

static const WordRow rows[] = {
  { ELEMENT_WORDS_MORE, "en",
    "more|show*|load more|load*|expand*|reveal|read on|continue reading|see all|view all|see more|view "
    "more|replies|unfold|spoiler|rest of|read full|"
    "click here to" },
  { ELEMENT_WORDS_MORE, "de",
    "mehr*|anzeigen|zeige*|weiterlesen|weitere|aufklappen|ausklappen|einblenden|alle|laden|antworten|ganze*|"
    "details" },
  { ELEMENT_WORDS_MORE, "fr",
    "plus de|voir plus|voir les|voir tout*|afficher|lire la "
    "suite|charger|deplier|suite|reponses|derouler|montrer|commentaires|davantage" },
  { ELEMENT_WORDS_MORE, "es",
    "mas|ver mas|ver todo*|ver respuesta*|mostrar|leer mas|cargar|desplegar|respuestas|comentarios|seguir "
    "leyendo|expandir" },
  { ELEMENT_WORDS_MORE, "it",
    "mostra*|altr*|leggi*|carica*|espandi|di piu|risposte|commenti|vedi|continua|tutt*" },
  { ELEMENT_WORDS_MORE, "pt",
    "mais|ver mais|ver todo*|mostrar|ler mais|carregar|expandir|respostas|comentarios|exibir|continuar" },
  { ELEMENT_WORDS_MORE, "nl",
    "meer|toon|tonen|lees verder|laden|bekijk|uitklappen|reacties|antwoorden|verder lezen|alle" },
  { ELEMENT_WORDS_MORE, "sv da no",
    "mer|mere|visa|vis|las mer|lees mere|svar|ladda|indlaes|kommentarer|fler|flere" },
  { ELEMENT_WORDS_MORE, "fi", "nayta*|lisaa|lue lisaa|lue|avaa|lataa lisaa|nayta kaikki" },
  { ELEMENT_WORDS_MORE, "pl",
    "wiecej|pokaz*|rozwin*|czytaj*|zobacz|wczytaj|zaladuj|odpowiedzi|komentarze|wszystkie|dalej" },
  { ELEMENT_WORDS_MORE, "cs sk",
    "vice|viac|zobrazit|ukazat|rozbalit|nacist|cist|citat|odpovedi|komentare|dalsi|cely|cele|zobrazte" },
  { ELEMENT_WORDS_MORE, "hu", "tobb|mutas*|tovabb*|betolt*|kibont*|megjelenit*|teljes|lenyit*" },
  { ELEMENT_WORDS_MORE, "ro", "mai mult|arata|afiseaza|incarca|citeste|raspunsuri|comentarii|vezi|toate" },
  { ELEMENT_WORDS_MORE, "el",
    "περισσοτερ*|εμφανισ*|δειτε|δειξ*|διαβασ*|φορτωσ*|ολοκληρ*|προβολη απαντησ*|προβολη "
    "ολων|αναπτυξ*|ολες|ολα" },
  { ELEMENT_WORDS_MORE, "ru uk",
    "еще|больше|показать|покажи|читать|загрузить|развернуть|раскрыть|ответ*|комментари*|полностью|подробнее|"
    "все отзывы|далее|"
    "більше|показати|читати|завантажити|розгорнути|відповід*|коментар*" },
  { ELEMENT_WORDS_MORE, "tr", "daha|goster*|tumunu|devam*|yukle|yanitlari|genislet|oku|fazla*" },
  { ELEMENT_WORDS_MORE, "ar", "المزيد|مزيد|عرض*|اقرا*|اظهار|تحميل|الردود|ردود|التعليقات|كامل*|كل" },
  { ELEMENT_WORDS_MORE, "he", "עוד|הצג*|הרחב*|קרא*|המשך*|טען|תגובות|תשובות|הראה|המלא|כל|פתח*" },
  { ELEMENT_WORDS_MORE, "zh", "更多|展开|展開|显示|顯示|查看|加载|載入|全文|全部" },
  { ELEMENT_WORDS_MORE, "ja", "もっと|続き|表示|すべて|展開|読む|返信|開く|コメント|読み込|詳細|ほか|全文" },
  { ELEMENT_WORDS_MORE, "ko", "더보기|더 보기|펼치기|전체보기|불러오기" },

  { ELEMENT_WORDS_ALL, "",
    "view|see|all|details|full|open|answers|comments|hidden|translate|details|alle|antworten|tout|toutes|"
    "reponses|commentaires|ver|todos|todas|respuestas|"
    "comentarios|tutti|tutte|risposte|commenti|vedi|respostas|reacties|antwoorden|svar|kommentarer|vis|"
    "kommentit|viesti*|odpowiedzi|komentarze|wszystkie|odpovedi|"
    "komentare|valasz*|osszes|hozzaszol*|toate|raspunsuri|απαντησ*|σχολια|ολα|ολες|все|ответ*|комментари*|"
    "відповід*|yorum*|tumu*|yanitlar|الردود|ردود|كل|תגובות|תשובות|כל|"
    "回复|评论|全部|返信|コメント|すべて|답글|댓글|전체" },

  { ELEMENT_WORDS_LESS, "en", "less|collapse|hide|fold|show fewer" },
  { ELEMENT_WORDS_LESS, "",
    "weniger|einklappen|ausblenden|moins|replier|masquer|menos|ocultar|meno|nascondi|minder|mniej|zwin|mene|"
    "skryt|kevesebb|"
    "elrejt*|скрыть|свернуть|λιγοτερα|αποκρυψη|daha "
    "az|gizle|閉じる|収起|收起|접기|הסתר|اخفاء|piilota|vahemman|dolj|skjul" },

  { ELEMENT_WORDS_CLOSE, "en",
    "close|dismiss|not now|no thanks|no thank you|maybe later|later|skip|x|got it|hide this|cancel|continue "
    "to site" },
  { ELEMENT_WORDS_CLOSE, "de fr es it pt nl",
    "schliessen|nicht jetzt|nein danke|spater|fermer|plus tard|non merci|pas maintenant|cerrar|ahora no|no "
    "gracias|mas tarde|chiudi|non ora|"
    "no grazie|piu tardi|fechar|agora nao|nao obrigad*|depois|sluiten|nu niet|nee bedankt|niet nu|later|nao "
    "quero|nao gosto" },
  { ELEMENT_WORDS_CLOSE, "pl cs hu ro sv fi",
    "zamknij|nie teraz|nie dzieki|pozniej|zavrit|ted ne|ne dekuji|pozdeji|bezaras|bezar|most "
    "nem|kosz*|kesobb|inchide|nu acum|stang|inte nu|"
    "nej tack|luk|ikke nu|sulje|ei nyt|ei kiitos|myohemmin" },
  { ELEMENT_WORDS_CLOSE, "el ru uk tr ar he",
    "κλεισιμο|κλεισε|οχι ευχαριστω|οχι τωρα|αργοτερα|закрыть|не сейчас|нет спасибо|позже|закрити|не "
    "зараз|kapat|simdi degil|hayir*|sonra|"
    "اغلاق|ليس الان|لا شكرا|لاحقا|סגור|סגירה|לא עכשיו|לא תודה|אחר כך" },
  { ELEMENT_WORDS_CLOSE, "zh ja ko",
    "关闭|關閉|暂不|以后再说|不用了|閉じる|あとで|後で|いいえ|結構です|今はしない|닫기|나중에|괜찮습니다" },

  { ELEMENT_WORDS_AGREE, "en",
    "accept*|agree|i agree|allow*|consent|ok|okay|reject*|decline|refuse|deny|necessary only|only "
    "necessary|essential only|got it|understood|"
    "continue without|go to the site" },
  { ELEMENT_WORDS_AGREE, "de fr es it pt nl",
    "akzeptier*|zustimm*|einverstanden|ablehnen|nur notwendige|nur erforderliche|alle "
    "erlauben|verstanden|accepter|tout accepter|j accepte|refuser|"
    "tout refuser|continuer sans accepter|d accord|aceptar|acepto|rechazar|solo necesarias|de "
    "acuerdo|accett*|rifiut*|solo necessari|consenti|"
    "continua senza|aceitar|aceito|recusar|rejeitar|concordo|apenas "
    "necessarios|akkoord|accepteren|weigeren|alleen noodzakelijke|toestaan" },
  { ELEMENT_WORDS_AGREE, "pl cs hu ro sv fi",
    "akceptuj*|zgadzam*|odrzuc*|zgoda|przejdz do|tylko niezbedne|prijmout|souhlasim|odmitnout|jen "
    "nezbytne|povolit|elfogad*|elutasit*|egyetertek|"
    "csak a szukseges*|accept*|sunt de "
    "acord|refuz|godkann*|acceptera|avvisa|tillad*|accepter*|afvis|hyvaksy*|kielta*|hylkaa|vain "
    "valttamattom*" },
  { ELEMENT_WORDS_AGREE, "el ru uk tr ar he",
    "αποδοχη*|αποδεχομαι|συμφωνω|απορριψη*|αρνηση|μονο "
    "απαραιτητα|принять*|принимаю|соглас*|отклонить|отказаться|только необходимые|прийняти|"
    "відхилити|kabul*|reddet*|izin ver|onayla*|yalnizca gerekli*|اقبل|قبول*|اوافق|موافق|رفض*|الضرورية "
    "فقط|אני מסכים*|אישור|קבל*|מסכים*|דחה|דחיה|רק הכרחי*" },
  { ELEMENT_WORDS_AGREE, "zh ja ko",
    "接受|同意|拒绝|拒絕|仅必要|同意する|許可|拒否|承諾|了承|必要なもののみ|동의|수락|거부|필수만" },

  { ELEMENT_WORDS_COOKIES, "",
    "cookie*|gdpr|privacy|consent|datenschutz|vie "
    "privee|confidentialite|privacidad|privacidade|privatnosc*|prywatnosc*|soukromi|adatvedel*|sutik|suti|"
    "confidentialitate|integritet|evasteet|evaste*|cerez*|gizlilik|kvkk|απορρητο*|файл* "
    "cookie|куки|конфиденциальност*|ملفات تعريف|الخصوصية|עוגיות|פרטיות|"
    "クッキー|プライバシー|隐私|隱私|쿠키|개인정보|rodo|partner*" },

  { ELEMENT_WORDS_NEXT, "en",
    "next*|previous*|prev|older*|newer*|last page|first page|first|last|page|previous post|next post|page "
    "number|chapter|earlier|month" },
  { ELEMENT_WORDS_NEXT, "de fr es it pt nl",
    "nachste*|vorherige*|weiter|zuruck|seite|altere*|neuere*|suivant*|precedent*|page|plus anciens|plus "
    "recents|siguiente*|anterior*|pagina|mas antiguas|"
    "mas recientes|successiv*|precedent*|avanti|indietro|proxim*|anteriores|seguinte|mais "
    "antigos|volgende|vorige|ouder|nieuwer|bladzijde" },
  { ELEMENT_WORDS_NEXT, "pl cs hu ro sv fi",
    "nastepn*|poprzedni*|dalej|strona|starsze|nowsze|dalsi "
    "stranka|dalsi|predchozi|stranka|starsi|novejsi|kovetkezo|elozo|oldal|regebbi*|ujabb*|urmator*|"
    "anterior*|nasta|foregaende|sida|seuraava*|edellinen|sivu|vanhemmat|uudemmat|naeste|forrige" },
  { ELEMENT_WORDS_NEXT, "el ru uk tr ar he",
    "επομεν*|προηγουμεν*|σελιδα|παλαιοτερ*|νεοτερ*|следующ*|предыдущ*|страница|вперед|назад|старше|наступн*|"
    "попередн*|сторінка|sonraki*|onceki*|sayfa|"
    "eski*|التالي*|السابق*|صفحة|הבא*|הקודם*|עמוד|לעמוד*|למכתב*" },
  { ELEMENT_WORDS_NEXT, "zh ja ko",
    "下一页|下一頁|上一页|上一頁|下页|首页|末页|次へ|次の|前へ|前の|ページ|다음|이전|페이지" },

  /* Buying, paying, ordering. */
  { ELEMENT_WORDS_FORBIDDEN, "en",
    "buy*|add to cart|add to basket|add to bag|checkout|check out|cart|basket|order now|place order|pay|pay "
    "now|purchase|donate|bid|book now|reserve|rent|"
    "delete|remove|erase|unsubscribe|discard|send|submit|post a|post reply|post comment|publish|reply "
    "to|reply with quote|leave a comment|write a|add comment|"
    "reply|quick reply|notification*|log in|login|log out|logout|sign in|signin|sign out|sign "
    "up|signup|register|create account|join|join "
    "now|subscribe|follow|unfollow|like|dislike|upvote|"
    "downvote|vote|share|tweet|retweet|repost|pin it|report|flag|block "
    "user|mute|save|bookmark|download|print|e mail|email|call|contact|apply|apply now|"
    "upload|attach|edit|rate|add to wish*|wish list|wishlist|favourite|favorite|install|get the "
    "app|invite|message|chat|start trial|notification*|free trial|upgrade" },
  { ELEMENT_WORDS_FORBIDDEN, "de",
    "kaufen|in den warenkorb|warenkorb|zur "
    "kasse|kasse|bestellen|bezahlen|spenden|loschen|entfernen|senden|absenden|abschicken|veroffentlichen|"
    "antworten auf|"
    "kommentar schreiben|anmelden|abmelden|einloggen|ausloggen|registrieren|konto|abonnieren|folgen|gefallt "
    "mir|teilen|melden|merken|herunterladen|download|"
    "drucken|kontakt|bewerben|hochladen|bearbeiten|bewerten|buchen|reservieren|merkzettel|wunschliste" },
  { ELEMENT_WORDS_FORBIDDEN, "fr",
    "activer|repondre|acheter|ajouter au panier|panier|commander|payer|donner|faire un "
    "don|supprimer|effacer|envoyer|publier|repondre a|ecrire un|se connecter|connexion|"
    "deconnexion|s inscrire|inscription|creer un compte|s abonner|abonnez*|suivre|j "
    "aime|partager|signaler|enregistrer|telecharger|imprimer|contact*|postuler|"
    "modifier|noter|reserver" },
  { ELEMENT_WORDS_FORBIDDEN, "es pt it",
    "responder|comprar|anadir al carrito|carrito|pagar|pedir|donar|eliminar|borrar|enviar|publicar|responder "
    "a|comentar|iniciar sesion|cerrar sesion|registrarse|"
    "registrate|acceder|suscri*|seguir|me "
    "gusta|compartir|denunciar|guardar|descargar|imprimir|contacto|editar|reservar|"
    "carrinho|adicionar "
    "ao|doar|excluir|apagar|entrar|sair|cadastr*|inscrev*|assin*|curtir|compartilhar|partilhar|denunciar|"
    "salvar|baixar|"
    "acquista*|compra*|carrello|aggiungi al|paga*|ordina "
    "ora|dona*|elimina*|cancella*|invia*|pubblica*|accedi|esci|registrati|iscriv*|abbona*|segui|mi piace|"
    "condividi|segnala|salva|scarica|stampa|contatt*|prenota*|modifica" },
  { ELEMENT_WORDS_FORBIDDEN, "nl sv da no fi",
    "reageer|beantwoorden|kopen|winkelwagen|in "
    "winkelmand|bestellen|betalen|doneren|verwijderen|verzenden|versturen|plaatsen|inloggen|uitloggen|"
    "aanmelden|registreren|abonneren|"
    "volgen|vind ik leuk|delen|rapporteren|opslaan|downloaden|afdrukken|solliciteer*|bewerken|"
    "kop|kopa|lagg i|varukorg|kassa|betala|radera|ta bort|skicka|publicera|logga in|logga "
    "ut|registrera|prenumerera|folj|gilla|dela|spara|ladda ner|skriv ut|"
    "koeb|kurv|slet|log ind|log "
    "ud|abonner|folg|del|gem|osta|ostoskori*|maksa|poista|laheta|julkaise|kirjaudu*|rekisteroidy|tilaa|"
    "seuraa|tykkaa|jaa|tallenna|"
    "tulosta|muokkaa|vastaa" },
  { ELEMENT_WORDS_FORBIDDEN, "pl cs sk",
    "kup*|do "
    "koszyka|koszyk|zamow|zaplac*|usun|skasuj|wyslij|opublikuj|zaloguj*|wyloguj*|zarejestruj*|zarejestrowac|"
    "subskrybuj|prenumer*|obserwuj|lubie to|"
    "udostepnij|zglos|zapisz*|pobierz|drukuj|kontakt|edytuj|ocen|"
    "odpovedet|koupit|do "
    "kosiku|kosik|objednat|zaplatit|smazat|odstranit|odeslat|poslat|prihlasit*|odhlasit*|registr*|odebirat|"
    "sledovat|libi se*|sdilet|nahlasit|ulozit|"
    "stahnout|tisk*|upravit|rezerv*" },
  { ELEMENT_WORDS_FORBIDDEN, "hu ro",
    "valaszolok|valaszol|vasarl*|megvesz*|kosar*|kosarba|megrendel*|fizet*|torles|torol|kuldes|kuld|elkuld*|"
    "kozzetesz*|"
    "bejelentkez*|belepes|belep|kijelentkez*|kilepes|"
    "regisztral*|feliratkoz*|koves*|tetszik|megoszt*|jelent*|ment*|letolt*|nyomtat*|kapcsolat|szerkeszt*|"
    "foglal*|"
    "cumpara*|adauga in "
    "cos|cos|plateste|comanda|sterge|trimite|publica|autentific*|conecteaza*|inregistr*|aboneaza*|urmareste|"
    "distribuie|raporteaza|salveaza|"
    "descarca|tipareste" },
  { ELEMENT_WORDS_FORBIDDEN, "el",
    "αγορα*|καλαθι*|παραγγελ*|πληρωμ*|διαγραφη|αποστολη|στειλ*|δημοσιευ*|συνδεση|εισοδος|αποσυνδεση|εξοδος|"
    "εγγραφ*|ακολουθ*|μου αρεσει|κοινοποιηση|"
    "μοιρασ*|αναφορα|αποθηκευση|ληψη|κατεβασ*|εκτυπωση|επικοινωνια|κρατηση|επεξεργασια" },
  { ELEMENT_WORDS_FORBIDDEN, "ru uk",
    "купить|в "
    "корзину|корзин*|заказать|оформить|оплат*|удалить|отправить|опубликовать|ответить|написать|войти|вход|"
    "выйти|выход|регистрац*|зарегистр*|"
    "подпис*|нравится|поделиться|пожаловаться|сохранить|скачать|загрузить "
    "файл|распечатать|печать|контакт*|редактировать|забронировать|задать вопрос|"
    "купити|кошик|замовити|сплатити|видалити|надіслати|увійти|вийти|зареєстр*|підпис*|подобається|поділитися|"
    "зберегти|завантажити файл|друкувати" },
  { ELEMENT_WORDS_FORBIDDEN, "tr",
    "satin "
    "al*|sepete*|sepet*|siparis*|ode|odeme*|sil|kaldir|gonder*|yayinla|giris*|oturum*|cikis*|kaydol*|kayit*|"
    "uye ol*|abone*|takip*|begen*|paylas*|"
    "sikayet*|bildir|kaydet|indir|yazdir|iletisim|duzenle|rezervasyon" },
  { ELEMENT_WORDS_FORBIDDEN, "ar he",
    "شراء|اشتر*|السلة|سلة|الدفع|ادفع|طلب|حذف|ازالة|ارسال|ارسل|نشر|تسجيل*|دخول|خروج|اشترك*|اشتراك|متابعة|"
    "اعجاب|اعجبني|مشاركة|شارك|ابلاغ|حفظ|تنزيل|طباعة|اتصل*|تعديل|حجز|"
    "קנה|קניה|לרכישה|עגלה|לעגלה|הזמן|תשלום|מחק|מחיקה|שלח|שליחה|פרסם|התחבר*|כניסה|יציאה|התנתק*|הרשמה|הירשם|"
    "הצטרף|עקוב|אהבתי|שתף|שיתוף|דווח|שמור|הורד|הדפס*|צור קשר|כתבו לנו|ערוך" },
  { ELEMENT_WORDS_FORBIDDEN, "zh ja ko",
    "购买|購買|加入购物车|购物车|購物車|结账|付款|支付|下单|删除|刪除|移除|发送|發送|提交|发布|發布|登录|"
    "登入|登出|退出|注册|註冊|订阅|訂閱|关注|點讚|点赞|分享|举报|收藏|下载|下載|打印|"
    "購入|カート|注文|支払|削除|送信|投稿|ログイン|ログアウト|登録|購読|フォロー|いいね|共有|シェア|通報|"
    "保存|ダウンロード|印刷|お問い合わせ|編集|予約|質問する|回答する|"
    "구매|장바구니|결제|주문|삭제|보내기|전송|등록|로그인|로그아웃|회원가입|구독|팔로우|좋아요|공유|신고|"
    "저장|다운로드|인쇄|문의|수정|예약" },

  { ELEMENT_WORDS_DETAILS, "",
    "settings|customi*|preferences|manage|options|sort*|filter*|menu|search|play|pause|mute|theme|dark "
    "mode|einstellungen|anpassen|suche*|menu|parametr*|"
    "personnaliser|preferences|rechercher|trier|configur*|personaliz*|buscar|ordenar|filtrar|impostazioni|"
    "personalizza|cerca|ordina|instellingen|aanpassen|zoek*|"
    "sorteer*|ustawienia|szukaj|sortuj|nastaveni|hledat|radit|beallitas*|kereses|rendezes|ρυθμισεις|"
    "αναζητηση|ταξινομηση|настро*|поиск|искать|сортир*|меню|ayarlar|"
    "ara|sirala|الاعدادات|بحث|القائمة|הגדרות|חיפוש|תפריט|設定|検索|並べ替え|メニュー|设置|搜索|排序|"
    "asetukset|haku|hae|jarjesta|installningar|sok" },
};

/* Names of languages in themselves, and their codes. */
static const char languages[] =
    "english deutsch francais espanol castellano italiano portugues nederlands polski cestina cesky "
    "slovencina magyar romana svenska dansk norsk suomi "
    "ελληνικα русский українська turkce العربية עברית 中文 简体中文 繁體中文 日本語 한국어 catala euskara "
    "galego hrvatski srpski slovenscina български eesti lietuviu latviesu "
    "gaeilge cymraeg islenska қазақша فارسی हिन्दी tieng ไทย bahasa indonesia latina esperanto tamazight "
    "ⵜⴰⵎⴰⵣⵉⵖⵜ беларуская ქართული հայերեն azerbaycan "
    "en de fr es it pt nl pl cs cz sk hu ro sv se da dk no fi el gr ru uk ua tr ar he zh cn ja jp ko kr ca "
    "eu gl hr sr sl bg et lt lv ga cy is kk fa hi vi th id "
    "eng ger deu fra spa esp ita por pol rus lang anglais allemand espagnol arabe anglicky nemecky englisch "
    "franzosisch ingles aleman ruotsi "
    "inenglish inglese angielski angol nemet εν englanti на русском svenskt ";

/* ---- Folding ------------------------------------------------------------------------------------------ */

char *
element_words_fold (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *cased = g_utf8_casefold (valid, -1);
  g_autofree char *parted = g_utf8_normalize (cased, -1, G_NORMALIZE_ALL);
  GString *folded = g_string_new (" ");

  for (const char *p = parted; *p; p = g_utf8_next_char (p)) {
    const gunichar c = g_utf8_get_char (p);
    const GUnicodeType type = g_unichar_type (c);

    if (type == G_UNICODE_NON_SPACING_MARK && c < 0x3000)
      continue;
    if (c == 0x131) /* the i without a dot */
      g_string_append_c (folded, 'i');
    else if (c == 0x142) /* l with stroke, which is no mark */
      g_string_append_c (folded, 'l');
    else if (c == 0xf8)
      g_string_append_c (folded, 'o');
    else if (c == 0xe6)
      g_string_append (folded, "ae");
    else if (g_unichar_isalnum (c) || type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_SPACING_MARK)
      g_string_append_unichar (folded, c);
    else if (folded->str[folded->len - 1] != ' ')
      g_string_append_c (folded, ' ');
  }
  if (folded->str[folded->len - 1] != ' ')
    g_string_append_c (folded, ' ');
  return g_string_free (folded, FALSE);
}

/* ---- Finding ------------------------------------------------------------------------------------------ */

/* Chinese, Japanese: words stand side by side. Korean adds endings. */
static gboolean
has_no_blanks (const char *phrase)
{
  const gunichar c = g_utf8_get_char (phrase);

  return (c >= 0x3040 && c <= 0x30ff) || (c >= 0x4e00 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7af) ||
         (c >= 0x1100 && c <= 0x11ff);
}

/* As it stands in a folded text: " show more ", " show" of an open one; without blanks where words have none.
 */
static char *
make_phrase (const char *phrase)
{
  char *folded = element_words_fold (phrase);
  const gsize n = strlen (folded);

  if (has_no_blanks (folded + 1)) {
    memmove (folded, folded + 1, n - 1);
    folded[n - 2] = '\0';
  } else if (g_str_has_suffix (phrase, "*"))
    folded[n - 1] = '\0';
  return folded;
}

/* The table, folded: once. [ELEMENT_N_WORDS] of strings */
static GPtrArray **
get_phrases (void)
{
  static GPtrArray **made;

  if (g_once_init_enter (&made)) {
    GPtrArray **phrases = g_new0 (GPtrArray *, ELEMENT_N_WORDS);

    for (guint i = 0; i < ELEMENT_N_WORDS; i++)
      phrases[i] = g_ptr_array_new ();
    for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
      g_auto (GStrv) parts = g_strsplit (rows[i].phrases, "|", -1);

      for (char **part = parts; *part; part++)
        g_ptr_array_add (phrases[rows[i].words], make_phrase (*part));
    }
    g_once_init_leave (&made, phrases);
  }
  return made;
}

gboolean
element_words_find (const char *folded, ElementWords words)
{
  const GPtrArray *phrases = get_phrases ()[words];

  for (guint i = 0; i < phrases->len; i++)
    if (strstr (folded, phrases->pdata[i]))
      return TRUE;
  return FALSE;
}

/* ---- Names that programmers give ----------------------------------------------------------------------- */

static const struct {
  ElementWords words;
  const char *names; /* parts of words, with | between them */
} names_rows[] = {
  { ELEMENT_WORDS_MORE, "more|expand|reveal|loadm|accord|collaps|spoiler|repl|unfold|toggle|disclos|tab|"
                        "showall|readm|mehr|suite|veil|ellips|trunc|faq|open" },
  { ELEMENT_WORDS_LESS, "less|hide" },
  { ELEMENT_WORDS_CLOSE, "close|dismiss|modal|popup|overlay|toast|newsletter|ferm|schlie|zamk|weg|"
                         "interstitial|lightbox|banner|prompt|promo" },
  { ELEMENT_WORDS_AGREE, "accept|agree|decline|reject|allow|optin|opt-in" },
  { ELEMENT_WORDS_COOKIES, "cookie|consent|gdpr|cmp|privacy|rodo|kvkk|tcf|didomi|onetrust|ccpa|rgpd" },
  { ELEMENT_WORDS_NEXT, "pagin|pager|paging|strank|sivu|blattern|page-|next|prev|older|newer|pages|pagenav" },
  { ELEMENT_WORDS_FORBIDDEN, "login|logout|signin|signout|signup|regist|cart|checkout|basket|buy|delete|"
                             "remove|unsubsc|subscr|submit|share|like|vote|follow|report|print|download|"
                             "donat|wishlist|upload|compose|send" },
  { ELEMENT_WORDS_ALL, "active|selected|current|aktiv|checked" },
  { ELEMENT_WORDS_DETAILS, "menu|search|sort|filter|setting|carousel|slide|theme|player|burger|dropdown" },
};

gboolean
element_words_find_names (const char *names, ElementWords words)
{
  g_autofree char *lower = g_ascii_strdown (names, -1);

  for (guint i = 0; i < G_N_ELEMENTS (names_rows); i++) {
    g_auto (GStrv) parts = names_rows[i].words == words ? g_strsplit (names_rows[i].names, "|", -1) : NULL;

    for (char **part = parts; part && *part; part++)
      if (strstr (lower, *part))
        return TRUE;
  }
  return FALSE;
}

/* Folded, as texts are. */
static const char *
get_languages (void)
{
  static char *made;

  if (g_once_init_enter (&made))
    g_once_init_leave (&made, element_words_fold (languages));
  return made;
}

gboolean
element_words_is_language (const char *text)
{
  g_autofree char *folded = element_words_fold (text);

  if (strlen (folded) < 4 || strlen (folded) > 40)
    return FALSE;
  /* "Português (Brasil)", "In English": the first or the last word. */
  g_autofree char *first = g_strndup (folded, strcspn (folded + 1, " ") + 2);
  char *end = g_strndup (folded, strlen (folded) - 1);
  g_autofree char *last = g_strconcat (strrchr (end, ' '), " ", NULL);
  g_free (end);
  return strstr (get_languages (), first) || strstr (get_languages (), last);
}

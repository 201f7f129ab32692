# SPDX-License-Identifier: MIT
"""A shop with Bootstrap's class names and data-bs attributes; German, with one English page."""
HOST = 'www.lampenhof.example'
STYLE = 'shop'

CSS = '''*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#212529}.container{max-width:1140px;margin:0 auto;padding:0 12px}.row{display:flex;flex-wrap:wrap}.col-3{width:25%;padding:8px}.col-6{width:50%;padding:8px}
.navbar{display:flex;gap:12px;padding:8px 16px;background:#f8f9fa;position:sticky;top:0;z-index:1020}.btn{display:inline-block;padding:.375rem .75rem;border:1px solid transparent;border-radius:.4rem;background:none;font:inherit;cursor:pointer;text-decoration:none}
.btn-primary{background:#0d6efd;color:#fff}.btn-outline-secondary{border-color:#6c757d}.btn-link{color:#0d6efd;text-decoration:underline}.d-none{display:none!important}.collapse:not(.show){display:none}.tab-pane:not(.active){display:none}.nav-tabs{display:flex;list-style:none;padding:0;border-bottom:1px solid #ddd}
.modal-backdrop{position:fixed;inset:0;background:#0008;z-index:1050}.modal{position:fixed;inset:0;z-index:1055}.modal-dialog{max-width:500px;margin:80px auto;background:#fff;padding:16px;border-radius:8px}.btn-close{width:1em;height:1em;border:0;background:#ccc;cursor:pointer;padding:10px}
.cookie-bar{position:fixed;bottom:0;left:0;right:0;background:#fff;border-top:2px solid #444;padding:16px;z-index:1080}.card{border:1px solid #ddd;border-radius:6px;padding:12px}.pagination{display:flex;list-style:none;gap:4px;padding:0}.breadcrumb{display:flex;list-style:none;gap:8px;padding:0}
.navbar-toggler{display:none}@media(max-width:600px){.navbar-nav{display:none}.navbar-toggler{display:block}.col-3,.col-6{width:100%}}footer{background:#212529;color:#ddd;padding:24px}footer a{color:#ddd}.accordion-button{width:100%;text-align:left;padding:16px;border:1px solid #ddd;background:#fff;cursor:pointer;font:inherit}'''
JS = '''document.addEventListener('click', function (e) {
  var t = e.target.closest('[data-bs-toggle],[data-bs-dismiss]'); if (!t) return;
  if (t.dataset.bsToggle === 'collapse') { document.querySelector(t.dataset.bsTarget || t.getAttribute('href')).classList.add('show'); t.setAttribute('aria-expanded', 'true'); t.classList.remove('collapsed'); e.preventDefault(); }
  if (t.dataset.bsToggle === 'tab') { document.querySelectorAll('.tab-pane').forEach(function (p) { p.classList.remove('active'); }); document.querySelector(t.dataset.bsTarget).classList.add('active'); }
  if (t.dataset.bsDismiss === 'modal') { t.closest('.modal').remove(); var b = document.querySelector('.modal-backdrop'); if (b) b.remove(); }
  if (t.dataset.bsDismiss === 'alert') t.closest('.alert').remove();
});
document.querySelectorAll('.js-cookie').forEach(function (b) { b.onclick = function () { document.getElementById('cookie').remove(); }; });
var more = document.getElementById('mehr-bewertungen'); if (more) more.addEventListener('click', function () { fetch('/bewertungen.json').then(function (r) { return r.json(); }).then(function (list) {
  list.forEach(function (one) { var d = document.createElement('div'); d.className = 'card mb-2'; d.innerHTML = '<strong>' + one[0] + '</strong><p>' + one[1] + '</p><button type="button" class="btn btn-sm btn-outline-secondary" §N>Hilfreich (2)</button> <a class="btn-link small" href="/melden?id=7" §N>Melden</a>'; document.getElementById('liste').append(d); }); more.remove(); }); });'''

LAYOUT = '''<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title} | Lampenhof</title><style>{css}</style></head><body>
<a class="visually-hidden-focusable" href="#inhalt" style="position:absolute;left:-9999px" §N>Zum Inhalt springen</a>
<div class="alert alert-info" style="padding:6px 16px;background:#cff4fc">Ab 60&nbsp;€ versandkostenfrei <a href="/versand.html" class="alert-link" §I>Mehr erfahren</a> <button type="button" class="btn-close" data-bs-dismiss="alert" aria-label="Schließen" §C></button></div>
<nav class="navbar navbar-expand-lg"><a class="navbar-brand" href="/" §I>Lampenhof</a><button class="navbar-toggler" type="button" aria-label="Navigation umschalten" §N>☰</button>
<div class="navbar-nav">{nav}</div><form class="d-flex" role="search"><input class="form-control" type="search" placeholder="Suche"><button class="btn btn-outline-secondary" type="submit" §N>Suchen</button></form>
<a class="btn" href="/konto/anmelden" §N>Anmelden</a><a class="btn" href="/merkzettel" §N>♥ Merkzettel</a><a class="btn btn-primary" href="/warenkorb" §N>Warenkorb <span class="badge">0</span></a></nav>
<main class="container" id="inhalt">{body}</main>
<footer><div class="container row"><div class="col-3"><h5>Service</h5><ul class="list-unstyled"><li><a href="/versand.html" §I>Versand &amp; Lieferung</a><li><a href="/hilfe.html" §I>Hilfe</a><li><a href="/widerruf" §I>Widerrufsrecht</a></ul></div>
<div class="col-3"><h5>Über uns</h5><ul class="list-unstyled"><li><a href="/impressum" §I>Impressum</a><li><a href="/datenschutz" §I>Datenschutz</a><li><a href="/agb" §I>AGB</a></ul></div>
<div class="col-3"><h5>Folgen Sie uns</h5><a href="https://www.instagram.com/lampenhof" rel="noopener" target="_blank" aria-label="Instagram" §O><svg width="24" height="24"><circle r="9" cx="12" cy="12"/></svg></a> <a href="https://www.pinterest.de/lampenhof" rel="noopener" target="_blank" §O>Pinterest</a></div>
<div class="col-3"><h5>Newsletter</h5><form><input type="email" placeholder="E-Mail-Adresse"><button class="btn btn-primary" §N>Abonnieren</button></form><p><a href="tel:+49301234567" §N>030 1234567</a></p><a href="/en/" hreflang="en" §L>English</a></div></div></footer>
{extra}<script>{js}</script></body></html>'''
NAV = '''/leuchten.html|Deckenleuchten
/stehlampen|Stehlampen
/tischlampen|Tischlampen
/sale|Sale %'''
COOKIE = '''<div class="cookie-bar" id="cookie" role="dialog" aria-label="Cookie-Hinweis"><p>Wir verwenden Cookies, damit der Warenkorb funktioniert und um zu sehen, was gefällt. <a href="/datenschutz" §I>Datenschutzerklärung</a></p>
<button class="btn btn-primary js-cookie" §K>Alle akzeptieren</button> <button class="btn btn-outline-secondary js-cookie" §K>Nur notwendige</button> <button class="btn btn-link" data-bs-toggle="collapse" data-bs-target="#wahl" §N>Einstellungen</button></div>'''
MODAL = '''<div class="modal-backdrop"></div><div class="modal" tabindex="-1"><div class="modal-dialog"><div class="modal-header"><h5>10 % für Ihre erste Bestellung</h5><button type="button" class="btn-close" data-bs-dismiss="modal" aria-label="Close" §C></button></div>
<div class="modal-body"><p>Melden Sie sich zum Newsletter an.</p><input type="email"></div><div class="modal-footer"><button type="button" class="btn btn-link" data-bs-dismiss="modal" §C>Nein, danke</button><button type="button" class="btn btn-primary" §N>Jetzt anmelden</button></div></div></div>'''


def page(title, body, extra='', lang='de', nav=NAV):
    return fill(LAYOUT, css=CSS, js=JS, title=title, lang=lang, body=body, extra=extra, nav=each('<a class="nav-link btn" href="{0}" §I>{1}</a>', nav))


PRODUCTS = '''lampe-flora.html|Pendelleuchte Flora|89,00 €
/p/nordstern|Deckenleuchte Nordstern|129,90 €
/p/hafen|Hafenlaterne aus Zink|64,50 €
/p/kugel|Kugelleuchte matt|45,00 €'''
CARD = '''<div class="col-3"><div class="card h-100"><a href="{0}" class="stretched-link" §I><img src="/i/{n}.jpg" width="180" height="140" alt="{1}"></a><h6 class="card-title"><a href="{0}" class="text-dark" §I>{1}</a></h6><p>{2}</p>
<button class="btn btn-primary btn-sm" type="button" §N>In den Warenkorb</button> <button class="btn btn-sm" type="button" aria-label="Auf den Merkzettel" §N>♡</button></div></div>'''


def pages():
    crumbs = '<nav aria-label="breadcrumb"><ol class="breadcrumb"><li class="breadcrumb-item"><a href="/" §I>Startseite</a><li class="breadcrumb-item"><a href="leuchten.html" §I>Deckenleuchten</a></ol></nav>'
    product = crumbs + '''<div class="row"><div class="col-6"><img src="/i/flora.jpg" width="420" height="420" alt="Flora"><button class="carousel-control-prev btn" aria-label="Zurück" §N>‹</button><button class="carousel-control-next btn" aria-label="Weiter" §N>›</button></div>
<div class="col-6"><h1>Pendelleuchte Flora</h1><a href="#bewertungen" §N>★★★★☆ 23 Bewertungen</a><p class="h4">89,00 €</p><label>Farbe <select><option>Messing</option><option>Schwarz</option></select></label>
<p><button class="btn btn-primary btn-lg" §N>In den Warenkorb</button> <button class="btn btn-outline-secondary" §N>Jetzt kaufen mit PayPal</button></p><p>Der Schirm ist aus gedrücktem Blech, innen weiß lackiert, und wirft das Licht auf den Tisch. <span class="collapse" id="lang">Das Kabel ist mit Textil umsponnen und lässt sich bis auf zwei Meter verstellen. Die Fassung nimmt alle Leuchtmittel mit großem Gewinde auf; ein passendes liegt nicht bei.</span>
<a class="btn-link" data-bs-toggle="collapse" href="#lang" role="button" aria-expanded="false" aria-controls="lang" §R>weiterlesen</a></p><a href="/datenblatt-flora.pdf" download §N>Datenblatt (PDF, 240 kB)</a></div></div>
<ul class="nav nav-tabs" role="tablist"><li class="nav-item"><button class="nav-link active btn" data-bs-toggle="tab" data-bs-target="#t1" role="tab" aria-selected="true" §N>Beschreibung</button><li class="nav-item"><button class="nav-link btn" data-bs-toggle="tab" data-bs-target="#t2" role="tab" aria-selected="false" §R>Technische Daten</button>
<li class="nav-item"><button class="nav-link btn" data-bs-toggle="tab" data-bs-target="#t3" role="tab" aria-selected="false" §R>Pflege</button></ul><div class="tab-content"><div class="tab-pane active" id="t1"><p>Eine Leuchte, wie sie früher über der Werkbank hing. Gefertigt in einer kleinen Drückerei im <a href="https://de.wikipedia.org/wiki/Erzgebirge" rel="external" §O>Erzgebirge</a>.</p></div>
<div class="tab-pane" id="t2"><table><tr><td>Durchmesser<td>36 cm<tr><td>Höhe<td>22 cm<tr><td>Leistung<td>höchstens 60 W</table></div><div class="tab-pane" id="t3"><p>Mit einem trockenen Tuch abwischen. Keine Scheuermittel.</p></div></div>
<h2 id="bewertungen">Bewertungen</h2><div id="liste"><div class="card"><strong>Katrin aus Jena</strong><p>Sieht schöner aus als auf dem Bild. Nur die Anleitung war auf Dänisch.</p><button type="button" class="btn btn-sm btn-outline-secondary" §N>Hilfreich (14)</button> <a class="btn-link small" href="/melden?id=1" §N>Melden</a></div></div>
<button class="btn btn-outline-secondary" id="mehr-bewertungen" §R>Weitere Bewertungen laden</button> <a class="btn btn-link" href="/p/flora/bewerten" §N>Bewertung schreiben</a><h2>Das könnte Ihnen auch gefallen</h2><div class="row">''' + each(CARD, PRODUCTS) + '</div>'
    listing = crumbs + '<h1>Deckenleuchten</h1><p>Sortieren: <a href="?sort=preis" class="btn btn-sm" §N>Preis</a> <a href="?sort=neu" class="btn btn-sm" §N>Neuheiten</a></p><div class="row"><aside class="col-3"><button class="accordion-button" data-bs-toggle="collapse" data-bs-target="#f1" §N>Material</button><div id="f1" class="collapse show"><label><input type="checkbox"> Glas</label><br><label><input type="checkbox"> Metall</label></div><a href="?material=glas" §N>Filter anwenden</a></aside>' + each(CARD, PRODUCTS) + '''</div>
<nav aria-label="Seiten"><ul class="pagination"><li class="page-item disabled"><span class="page-link">«</span><li class="page-item active"><span>1</span><li class="page-item"><a class="page-link btn" href="?seite=2" §P>2</a><li class="page-item"><a class="page-link btn" href="?seite=3" §P>3</a><li class="page-item"><a class="page-link btn" href="?seite=2" aria-label="Nächste Seite" rel="next" §P>»</a></ul></nav>
<div id="text"><h2>Licht von oben</h2><p>Eine Deckenleuchte soll den Raum füllen, ohne zu blenden.</p><div class="collapse" id="seo"><p>Wir raten zu mattem Glas in niedrigen Räumen und zu offenen Schirmen über Tischen. Wer oft liest, stellt eine zweite Lampe daneben.</p></div><button class="btn btn-link collapsed" data-bs-toggle="collapse" data-bs-target="#seo" aria-expanded="false" §R>Mehr anzeigen</button></div>'''
    faq = '<h1>Hilfe</h1><p>Häufige Fragen zu Bestellung und Lieferung.</p><div class="accordion">' + each('''<div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" type="button" data-bs-toggle="collapse" data-bs-target="#c{n}" aria-expanded="false" aria-controls="c{n}" §R>{0}</button></h2><div id="c{n}" class="accordion-collapse collapse"><div class="accordion-body">{1}</div></div></div>''', '''
Wie lange dauert die Lieferung?|Was auf Lager ist, verlässt uns am selben Tag und ist meist nach zwei Tagen da. <a href="versand.html" §I>Alles zum Versand</a>
Kann ich eine Leuchte zurückgeben?|Ja, innerhalb von 30 Tagen. Das <a href="/retoure.pdf" §N>Retourenetikett</a> liegt bei.
Liefern Sie in die Schweiz?|Nein, aber unser <a href="https://www.lichtladen-zueri.example/" §O>Partner in Zürich</a> hat dieselben Leuchten.
Was tun bei zerbrochenem Glas?|Ein Foto genügt, wir schicken Ersatz.''') + '</div><p>Keine Antwort gefunden? <a href="mailto:hilfe@lampenhof.example" §N>Schreiben Sie uns</a> oder <button class="btn btn-primary" §N>Chat starten</button></p>'
    shipping = page('Delivery', '<h1>Delivery</h1><p>What is in stock leaves our barn on the same day.</p><details><summary §R>Prices by country</summary><table><tr><td>Germany<td>4.90 €<tr><td>Austria<td>8.90 €</table></details><details><summary §R>Parcels that were lost</summary><p>It happens twice a year. Tell us after ten days, and we send another.</p></details><p><a href="/versand.html" hreflang="de" lang="de" §L>Deutsch</a> · <a href="https://www.parcelhound.example/track" target="_blank" §O>Track a parcel</a> · <a href="/en/help" §I>More questions</a></p>', COOKIE.replace('Alle akzeptieren', 'Accept all').replace('Nur notwendige', 'Necessary only').replace('Einstellungen', 'Settings'), 'en', '''/en/ceiling|Ceiling lamps
/en/floor|Floor lamps''')
    return {'lampe-flora.html': page('Pendelleuchte Flora', product, COOKIE), 'leuchten.html': page('Deckenleuchten', listing, MODAL), 'hilfe.html': page('Hilfe', faq), 'en/delivery.html': shipping,
            'bewertungen.json': '[["Olaf B.", "Hängt über dem Esstisch und macht warmes Licht."], ["M. Winter", "Lieferung schnell, Karton etwas eingedrückt."], ["Sabine", "Gern wieder."]]'}

# SPDX-License-Identifier: MIT
"""A social stream: a tree of div with hashed class names, role=button, one listener at the root; English and Spanish."""
HOST = 'warble.example'
STYLE = 'stream'

CSS = '''html{font:15px/20px -apple-system,Segoe UI,Roboto,sans-serif}body{margin:0;background:#fff}.css-1dbjc4n{display:flex;flex-direction:column}.r-18u37iz{flex-direction:row}.r-150rngu{max-width:600px;border-left:1px solid #eff3f4;border-right:1px solid #eff3f4;flex:1}.r-1habvwh{width:250px;padding:12px;gap:14px}
.r-1loqt21{cursor:pointer}.r-13awgt0{padding:12px;border-bottom:1px solid #eff3f4}.r-bcqeeo{font-weight:700;text-decoration:none;color:#0f1419}.r-1cvl2hr{color:#1d9bf0;text-decoration:none}.r-qvutc0{gap:40px;margin-top:10px;color:#536471}.r-sheet{position:fixed;left:0;right:0;bottom:0;background:#1d9bf0;color:#fff;padding:12px 40px;z-index:10;justify-content:space-between}
.r-scrim{position:fixed;inset:0;background:rgba(91,112,131,.4);z-index:20;align-items:center;justify-content:center}.r-card{background:#fff;border-radius:16px;padding:32px;width:400px}.r-pill{border-radius:9999px;padding:8px 16px;background:#0f1419;color:#fff;text-align:center}@media(max-width:700px){.r-1habvwh{display:none}}'''
# The posts are made from data; everything below the root is one listener, as frameworks do.
JS = r'''const T = {more: '{more}', replies: '{replies}', hide: '{hide}', follow: '{follow}', translate: '{translate}'};
const esc = (s) => s; const root = document.getElementById('react-root');
const icon = (name, n) => `<div role="button" tabindex="0" aria-label="${name}" class="css-18t94o4 r-1loqt21" §N><svg viewBox="0 0 24 24" width="18" height="18"><path d="M3 3h18v12H8l-5 5z"/></svg><span>${n}</span></div>`;
const post = (p, i) => `<article role="article" class="css-1dbjc4n r-13awgt0" data-testid="post"><div class="css-1dbjc4n r-18u37iz"><a href="/${p.u}" role="link" class="css-4rbku5 r-bcqeeo" §I>${p.n}</a>&nbsp;<a href="/${p.u}/status/${1700 + i}" role="link" dir="ltr" class="css-4rbku5 r-9aw3ui" §I><time>${p.t}</time></a><div role="button" tabindex="0" aria-label="More" aria-haspopup="menu" class="css-18t94o4 r-1loqt21" style="margin-left:auto" §N>···</div></div>
<div lang class="css-901oao">${p.x}${p.m ? `<span class="r-hidden" style="display:none"> ${p.m}</span> <span role="button" tabindex="0" class="css-901oao r-1cvl2hr r-1loqt21" data-a="more" §R>${T.more}</span>` : ''}</div>${p.tr ? `<div role="button" tabindex="0" class="css-18t94o4 r-1cvl2hr r-1loqt21" §N>${T.translate}</div>` : ''}
${p.s ? `<div role="button" tabindex="0" class="css-1dbjc4n r-1loqt21 r-veil" style="background:#eee;padding:30px" data-a="veil" §R>${p.s[0]}</div><div style="display:none">${p.s[1]}</div>` : ''}
<div role="group" class="css-1dbjc4n r-18u37iz r-qvutc0">${icon('Reply', p.r.length)}${icon('Repost', 4 + i)}${icon('Like', 31 - i)}${icon('Share', '')}</div>
${p.r.length ? `<div class="css-1dbjc4n"><div role="button" tabindex="0" class="css-18t94o4 r-1cvl2hr r-1loqt21" data-a="replies" data-i="${i}" §R>${T.replies.replace('#', p.r.length)}</div></div>` : ''}</article>`;
let shown = 0; const timeline = () => document.getElementById('tl'); const load = (n) => { POSTS.slice(shown, shown + n).forEach((p, k) => timeline().insertAdjacentHTML('beforeend', post(p, shown + k))); shown += n; };
root.addEventListener('click', (e) => { const b = e.target.closest('[data-a]'); if (!b) return; const a = b.dataset.a;
  if (a === 'more') { b.previousElementSibling.style.display = ''; b.remove(); }
  if (a === 'veil') { b.nextElementSibling.style.display = ''; b.remove(); }
  if (a === 'replies') { const p = POSTS[b.dataset.i]; b.parentNode.innerHTML = p.r.map((r) => `<div class="css-1dbjc4n r-reply" style="padding:8px 24px"><a href="/${r[0]}" role="link" class="css-4rbku5 r-bcqeeo" §I>@${r[0]}</a><div>${r[1]}</div>${icon('Like', 2)}</div>`).join(''); }
  if (a === 'x') b.closest('[data-layer]').remove(); });
load(3); addEventListener('scroll', () => { if (scrollY + innerHeight > document.documentElement.scrollHeight - 200) load(2); });
setTimeout(() => { const l = document.getElementById('late'); if (l) l.style.display = 'flex'; }, 120);'''
LAYOUT = '''<!doctype html><html dir="ltr" lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title><style>{css}</style></head><body><div id="react-root"><div class="css-1dbjc4n r-18u37iz"><header role="banner" class="css-1dbjc4n r-1habvwh"><a href="/home.html" aria-label="Warble" role="link" §I><svg width="30" height="30"><circle r="14" cx="15" cy="15"/></svg></a>{side}</header>
<main role="main" class="css-1dbjc4n r-150rngu">{head}<section role="region" id="tl" class="css-1dbjc4n"></section></main><div class="css-1dbjc4n r-1habvwh" data-testid="sidebar">{trends}</div></div>{layers}</div><script>const POSTS = {posts};{js}</script></body></html>'''
EN = dict(lang='en', more='Show more', replies='Show # replies', hide='Hide', follow='Follow', translate='Translate post')
ES = dict(lang='es', more='Mostrar más', replies='Ver # respuestas', hide='Ocultar', follow='Seguir', translate='Traducir publicación')


def make(words, title, side, head, trends, layers, posts):
    side = each('<a href="{0}" role="link" class="css-4rbku5 r-bcqeeo" §I>{1}</a>', side) + {'en': '<a href="/compose" role="link" class="css-4rbku5 r-pill" §N>Post</a>', 'es': '<a href="/compose" role="link" class="css-4rbku5 r-pill" §N>Publicar</a>'}[words['lang']]
    js = fill(JS, more=words['more'], replies=words['replies'], hide=words['hide'], follow=words['follow'], translate=words['translate'])
    return fill(LAYOUT, css=CSS, js=js, title=title, lang=words['lang'], side=side, head=head, trends=trends, layers=layers, posts=data([dict(zip('untxmsr', p)) | {'tr': len(p) > 7} for p in posts]))


SHEET = {'en': '''<div data-layer class="css-1dbjc4n r-18u37iz r-sheet"><div>Don’t miss what’s happening. People on Warble are the first to know.</div><div class="css-1dbjc4n r-18u37iz"><a href="/login" role="link" class="r-pill" §N>Log in</a><a href="/signup" role="link" class="r-pill" §N>Sign up</a></div></div>''',
         'es': '''<div data-layer class="css-1dbjc4n r-18u37iz r-sheet"><div>No te pierdas lo que está pasando.</div><a href="/login" role="link" class="r-pill" §N>Iniciar sesión</a><div role="button" tabindex="0" class="r-pill r-1loqt21" data-a="x" §C>Ahora no</div></div>'''}
POPUP = '''<div data-layer id="late" class="css-1dbjc4n r-scrim" style="display:none"><div role="dialog" class="css-1dbjc4n r-card"><div role="button" tabindex="0" aria-label="Close" class="css-18t94o4 r-1loqt21" data-a="x" §C><svg viewBox="0 0 24 24" width="20" height="20"><path d="M4 4l16 16M20 4L4 20" stroke="#000"/></svg></div><h1>See what’s warbling</h1><div role="button" tabindex="0" class="css-18t94o4 r-pill r-1loqt21" §N>Sign up with phone</div><a href="/tos" role="link" class="r-1cvl2hr" §I>Terms of Service</a></div></div>'''
COOKIE = '''<div data-layer class="css-1dbjc4n r-sheet" style="background:#fff;color:#000;border-top:1px solid #ccc"><span>We use cookies to show you birds. <a href="/privacy" role="link" class="r-1cvl2hr" §I>Show more about your choices.</a></span><div class="css-1dbjc4n r-18u37iz"><div role="button" tabindex="0" class="r-pill r-1loqt21" data-a="x" §K>Accept all cookies</div><div role="button" tabindex="0" class="r-pill r-1loqt21" data-a="x" §K>Refuse non-essential cookies</div></div></div>'''


def pages():
    a = ['mirela_k', 'Mirela', '2h', 'I counted all the bicycles on our street, and there are more of them than people.', 'Forty-one, if you count the one in the tree. Nobody knows how it got there, and the owner says it is happier up there.', None, [['tomfoolery', 'Is it the green one? I lost a green one.'], ['anjali', 'The tree counts as a garage.']]]
    b = ['harbourcam', 'Harbour Cam', '3h', 'The ferry is late. Details at <a href="https://wrb.example/x7Gh2" rel="noopener nofollow" target="_blank" role="link" class="r-1cvl2hr" §O>ferrytimes.example/today</a> <a href="/hashtag/ferry" role="link" class="r-1cvl2hr" §I>#ferry</a>', '', ['The following media may show a very large spider. <b>Show</b>', 'It was on the window of the bridge, and the captain has named it Doris.'], []]
    c = ['lena_m', 'Lena M.', '5h', 'Heute zum ersten Mal Brot ohne Rezept gebacken.', '', None, [['mirela_k', 'And? Was it bread?']], 1]
    d = ['oldmaps', 'Old Maps', '8h', 'This map from 1712 shows a lake where your town is.', 'It was drawn by a man who had never been there, from the tales of another who had been there once, at night. He drew the lake because he had a very good stamp of a lake.', None, [['pietro', 'I would buy that stamp.']]]
    e = ['baker_st', 'Baker', '9h', 'New window, same cakes. <a href="/baker_st/media" role="link" class="r-1cvl2hr" §I>pic.warble.example/8sj</a>', '', None, []]
    f = ['tomfoolery', 'Tom', '10h', 'Found a green bicycle in a tree. @mirela_k explains.', 'Longer story: it is not mine, mine had a bell.', None, [['mirela_k', 'It has a bell now.']]]
    trend = lambda t, rows_, more: '<h2>%s</h2>' % t + each('<div role="link" tabindex="0" class="css-1dbjc4n r-1loqt21" data-testid="trend" §I><span>Trending</span><b>{0}</b><span>{1}</span></div>', rows_) + '<a href="/explore" role="link" class="r-1cvl2hr" §I>%s</a>' % more
    side = '/home.html|Home\n/explore|Explore\n/notifications|Notifications\n/settings|Settings'
    tabs = '<div role="tablist" class="css-1dbjc4n r-18u37iz" style="gap:40px;padding:12px"><a href="/home.html" role="tab" aria-selected="true" §N>For you</a><a href="/following" role="tab" aria-selected="false" §I>Following</a></div><div role="button" tabindex="0" class="r-1loqt21 r-1cvl2hr" style="text-align:center" §R>Show 35 posts</div>'
    head = lambda n, f: '<div class="css-1dbjc4n" style="padding:16px"><div role="button" tabindex="0" aria-label="Back" class="r-1loqt21" §N>←</div><h2>%s</h2><div role="button" tabindex="0" class="r-pill r-1loqt21" §N>%s</div><div><a href="/%s/following" role="link" §I>120 %s</a> <a href="https://t.co/9dk2" rel="me nofollow noopener" target="_blank" class="r-1cvl2hr" §O>mapas-viejos.example</a></div></div>' % (n, f, n, 'Following')
    who = '<h2>Who to follow</h2>' + each('<div class="css-1dbjc4n r-18u37iz"><a href="/{0}" role="link" class="r-bcqeeo" §I>{1}</a><div role="button" tabindex="0" aria-label="Follow @{0}" class="r-pill r-1loqt21" §N>Follow</div></div>', 'oldmaps|Old Maps\nharbourcam|Harbour Cam') + '<div role="button" tabindex="0" class="r-1loqt21 r-1cvl2hr" §N>Dismiss suggestions</div>'
    g = ['rio_arriba', 'Río Arriba', '1 h', 'El agua ha bajado medio metro y ya se ve la barca del abuelo.', 'La hundieron en el 62 para que nadie la vendiera. La madera sigue entera, y debajo del banco estaba todavía la botella.', None, [['chelo', '¡Hay que sacarla ya!'], ['marcos_t', 'Mi padre cuenta la misma historia, pero con un piano.']]]
    h = ['mapas', 'Mapas Viejos', '4 h', 'Hoy, un plano de Cádiz dibujado al revés. <a href="/hashtag/planos" role="link" class="r-1cvl2hr" §I>#planos</a> <a href="https://archivo-mapas.example/cadiz" target="_blank" role="link" class="r-1cvl2hr" §O>archivo-mapas.example/cad…</a>', '', ['Contenido sensible. Ver de todos modos', 'El mar aparece arriba y la aduana, en medio del agua.'], []]
    i = ['chelo', 'Chelo', '6 h', 'Se busca paraguas rojo, perdido en el 14.', 'Tiene el mango de madera y una etiqueta que pone «no es tuyo». Quien lo tenga ya lo sabe.', None, [['rio_arriba', 'Aquí no ha llegado.']]]
    es_side = '/inicio|Inicio\n/explorar|Explorar\n/es/avisos|Notificaciones'
    thread = '<div style="padding:12px"><a href="/home.html" role="link" aria-label="Back" §I>←</a> <b>Post</b></div>'
    return {'home.html': make(EN, 'Home / Warble', side, tabs, trend('What’s happening', '#ferry|1,204 posts\nDoris|880 posts\nBread|12K posts', 'Show more'), COOKIE, [a, b, c, d, e, f]),
            'oldmaps.html': make(EN, 'Old Maps', side, head('oldmaps', 'Follow'), who, SHEET['en'] + POPUP, [d, e, b]),
            'status-1712.html': make(EN, 'Tom on Warble', side, thread, who, SHEET['en'], [f, a, c, e]),
            'rio_arriba.html': make(ES, 'Río Arriba / Warble', es_side, head('rio_arriba', 'Seguir').replace('Following', 'siguiendo'), trend('Qué está pasando', 'Cádiz|302 publicaciones\n#paraguas|77 publicaciones', 'Mostrar más'), SHEET['es'], [g, h, i])}

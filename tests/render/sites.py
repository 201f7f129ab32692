# SPDX-License-Identifier: MIT
"""Sites of several pages, whose links are followed. Each page is made by a script, so a plain fetch has neither text nor
links of it; "plain/…" are the same pages without scripts. make (path, query, port): a page, or None; or (status, address)
where the server redirects."""
import json


def sentence(n, of):
    return 'Sentence %d of %s tells at some length what the river did to the old wheel in that year.' % (n, of)


def page(body, of, language='en', scripted=True, head=''):
    """The page `of`: eight sentences, and what else is in it."""
    main = '<h1>All about %s</h1>%s' % (of, ''.join('<p>%s</p>' % sentence(n, of) for n in range(1, 9)))
    frame = '<!doctype html><html lang="%s"><head><meta charset="utf-8"><title>%s</title>%s</head><body>%%s</body></html>' % (language, of, head)
    whole = '<header>%s</header><main>%s</main>' % (body, main)
    if not scripted:
        return frame % whole
    return frame % ('<div id="root"></div><script>document.getElementById("root").innerHTML = %s;</script>' % json.dumps(whole).replace('</', '<\\/'))


def nav(*links):
    return '<nav><ul>%s</ul></nav>' % ''.join('<li><a href="%s">%s</a></li>' % link for link in links)


def mill(name, port, scripted):
    """A site of six pages: a tree, links back, and what is never followed."""
    other = 'http://localhost:%d/foreign' % port
    inner = {'': (('wheel', 'The wheel'), ('river', 'The river')), 'wheel': (('wood', 'The wood of the wheel'), ('river?utm_source=wheel', 'The river')),
             'river': (('./wheel#top', 'The wheel'), ('flood', 'The flood of 1804')), 'wood': (('.', 'Home'),), 'flood': (('flood', 'This page'),)}
    if name not in inner:
        return None
    never = ''.join('<a href="%s">%s</a> ' % link for link in (
        ('/never/logout', 'Goodbye'), ('/never/a?action=delete', 'Tidy up'), ('/never/item', 'Buy now'), ('/never/x', 'Abmelden'), ('/never/y', 'Supprimer'),
        ('/never/cart/add', 'Take it'), ('/never/map.pdf', 'A map'), ('mailto:a@b.example', 'Write'), ('javascript:void(0)', 'Nothing'), ('/never/koszyk', 'Zobacz')))
    form = '<form action="/never/sent"><input name="q"><button>Read the next page</button><input type="submit" value="More"></form>'
    return page(nav(*inner[name], (other, 'Another site about mills, far away')) + never + form + '<a href="/leave/%s">A page that has moved</a>' % ('plain' if not scripted else 'script'),
                'mill-' + (name or 'home'), scripted=scripted)


def make(path, query, port):
    scripted = not path.startswith('plain/')
    path = path if scripted else path[len('plain/'):]
    if path.startswith('mill/'):
        return mill(path[len('mill/'):], port, scripted)
    if path.startswith('story/') and path[6:].isdigit() and 1 <= int(path[6:]) <= 5:
        n = int(path[6:])
        before = '<a class="prev" href="%d">‹ Previous page</a>' % (n - 1) if n > 1 else ''
        after = '<a class="next" href="%d">Next page ›</a>' % (n + 1) if n < 5 else ''
        return page(nav(('/mill/', 'Home'), ('/mill/wheel', 'The wheel of the mill')) + '<div class="pagination">%s %s</div>' % (before, after), 'story-%d' % n, scripted=scripted)
    if path.startswith('calendar/'):
        month = int(path[9:] or 0)
        return page('<table class="calendar"><tr><td><a href="%d">‹ Previous month</a></td><td><a href="%d">Next month ›</a></td></tr></table>' % (month - 1, month + 1),
                    'month-%d' % month, scripted=scripted)
    if path.startswith('languages/'):
        names = {'en': 'English', 'de': 'Deutsch', 'el': 'Ελληνικά'}
        here = path[10:]
        if here in names:
            return page('<div class="languages">%s</div>%s' % (' '.join('<a href="%s" hreflang="%s" lang="%s">%s</a>' % (code, code, code, name) for code, name in names.items() if code != here),
                        nav(('/mill/', 'Home'))), 'version-' + here, here, scripted)
    if path == 'leave/plain':
        return 302, 'http://localhost:%d/foreign' % port
    if path == 'leave/script':
        return '<!doctype html><script>location.replace("http://localhost:%d/foreign");</script>' % port
    if path == 'foreign':
        return page('', 'foreign', scripted=False)
    if path == 'hostile':
        return page('<button type="button" class="load-more" onclick="this.remove()">Show more &lt;img src=x onerror=alert(1)&gt;</button>', 'hostile')
    if path == 'buttons/':
        return page('<nav><button type="button" class="nav-link" onclick="location.href = \'one\'">The first story of all</button> '
                    '<a role="link" tabindex="0" class="nav-link" onclick="window.open(\'two\')">The second story of all</a> '
                    '<button type="button" onclick="location.href = \'/never/buy\'">Buy now</button></nav>'
                    '<form action="/never/sent"><button class="nav-link">The third story of all</button></form>', 'buttons-home')
    if path in ('buttons/one', 'buttons/two'):
        return page(nav(('.', 'Home')), path.replace('/', '-'))
    if path == 'noisy/':
        return page(nav(('one', 'The first story of all'), ('two', 'The second story of all')), 'noisy-home', head='<script>alert("Stop"); confirm("Go on?"); prompt("Password?"); window.open("/never/window"); onbeforeunload = () => "Stay";</script>')
    if path in ('noisy/one', 'noisy/two'):
        return page(nav(('.', 'Home')), path.replace('/', '-'), head='<script>setInterval(() => { alert("Again"); window.open("/never/window"); }, 300);</script>')
    return None

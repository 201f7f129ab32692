# SPDX-License-Identifier: MIT
"""Questions and answers; Japanese. Old names with short prefixes, jQuery habits."""
HOST = 'chie.monoshiri.example'
STYLE = 'questions'

CSS = '''body{margin:0;font:14px/1.7 "Hiragino Sans",Meiryo,sans-serif;background:#f4f4f4}#hd{background:#fff;border-bottom:3px solid #f60;padding:8px}#wrap{width:960px;margin:0 auto;overflow:hidden}#main{float:left;width:660px}#sub{float:right;width:280px}.mdQ,.mdA{background:#fff;margin:10px 0;padding:16px}.btnB{display:block;text-align:center;background:#eee;padding:10px;cursor:pointer}
.ellip{max-height:3.4em;overflow:hidden}.lnkS{font-size:12px;color:#00c;cursor:pointer}ul.pg{list-style:none;padding:0;text-align:center}ul.pg li{display:inline-block;border:1px solid #ccc;background:#fff;margin:2px}ul.pg a{padding:4px 10px;display:block}.bnr{position:fixed;right:0;bottom:0;width:300px;background:#ffd;border:1px solid #fc0;padding:10px}.hide{display:none}'''
JS = '''function on(c, f) { var l = document.getElementsByClassName(c); for (var i = 0; i < l.length; i++) l[i].onclick = f; }
on('jsOpen', function () { this.previousElementSibling.className = ''; this.style.display = 'none'; return false; });
on('jsRest', function () { document.getElementById('rest').className = ''; this.parentNode.removeChild(this); });
on('jsRep', function () { this.nextElementSibling.className = 'rep'; this.innerHTML = '返信'; this.onclick = null; this.removeAttribute('data-texttractor-class'); this.setAttribute('data-texttractor-class', 'None'); });
on('jsBnr', function () { document.getElementById('bnr').style.display = 'none'; }); on('jsNice', function () { this.title = '1'; });'''
LAYOUT = '''<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>{title}</title><style>{css}</style></head><body><div id="hd"><a href="/" §I><img src="/l.png" width="140" height="32" alt="ものしり知恵広場"></a> <form style="display:inline"><input type="text" size="30"><input type="submit" value="検索" §N></form>
<span style="float:right"><a href="/login?done=q" §N>ログイン</a>　<a href="/regist" §N>新規会員登録</a>　<a href="/ask" class="post" §N>質問する</a></span></div><div id="wrap"><div id="main"><p class="topicpath"><a href="/" §I>トップ</a> &gt; <a href="list.html" §I>暮らし</a> &gt; {title}</p>{body}</div>
<div id="sub"><h3>カテゴリ</h3><ul>{cats}</ul><h3>注目の質問</h3><ol>{hot}</ol><a href="https://ad.koukoku.example/click?id=7" target="_blank" rel="nofollow" §O><img src="/ad.png" width="280" height="200" alt="広告"></a></div></div>
<div id="ft"><a href="/kiyaku" §I>利用規約</a> | <a href="/privacy" §I>プライバシー</a> | <a href="/help.html" §I>ヘルプ</a> | <a href="https://corp.monoshiri.example/" §I>会社概要</a> | <a href="#hd" §N>ページトップへ</a></div>{extra}<script>{js}</script></body></html>'''
BANNER = '<div id="bnr" class="bnr"><a href="https://app-dl.example/monoshiri" §O>アプリならもっと快適に！</a> <span class="jsBnr lnkS" §C>閉じる</span></div>'
ANSWER = '''<div class="mdA"><p><a href="/u/{n}" §I>{0}</a>さん　2019/10/{n}</p><div class="ellip">{1}</div><a href="#" class="jsOpen lnkS" §R>…続きを読む</a><div><span class="jsNice lnkS" §N>ナイス！ {n}</span>　<a class="lnkS" href="/report?a={n}" §N>違反報告</a>　<span class="jsRep lnkS" §R>返信を見る（{n}）</span><div class="hide">{2}</div></div></div>'''


def page(title, body, extra=''):
    return fill(LAYOUT, css=CSS, js=JS, title=title, body=body, extra=extra, cats=each('<li><a href="/c/{n}" §I>{0}</a>', '料理\n掃除\n園芸\n日曜大工'), hot=each('<li><a href="/q/{n}" §I>{0}</a>', '猫が朝四時に起こしに来ます\n味噌汁に入れる順番は？\n雨の日の洗濯物'))


def pages():
    question = page('梅干しの塩が浮いてきました', '''<div class="mdQ"><h1>梅干しの塩が浮いてきました</h1><p>去年漬けた梅干しの表面に白い粒が出ています。食べても大丈夫でしょうか。写真は<a href="https://photo-oki.example/u/2231" target="_blank" §O>こちら</a>です。</p><span class="jsNice lnkS" §N>共感した 4</span>　<a href="https://twitter.com/share?text=梅干し" target="_blank" class="lnkS" §N>ツイート</a>　<a href="https://social-plugins.line.me/lineit/share?url=x" class="lnkS" §N>LINEで送る</a>　<a href="/bm/add" class="lnkS" §N>知恵コレに追加</a></div><h2>ベストアンサー</h2>''' + each(ANSWER, '''umeko|それは塩の結晶です。漬け汁の塩分が濃いと、乾くときに粒になって出てきます。かびなら綿のように見え、指で触ると崩れます。塩なら舐めれば分かりますが、心配なら水で軽く洗って、もう一度干してください。来年は塩を一割ほど減らすとよいでしょう。|安心しました。洗って干してみます。
じいじ|うちの梅は十年物で、毎年真っ白になります。気にせず食べていますが、孫は塩辛いと言って逃げます。焼酎に入れるとちょうどいい味になりますので、ぜひ試してみてください。|焼酎は飲めませんが、ありがとうございます。''') + '<div class="btnB jsRest" §R>その他の回答をもっと見る（5件）</div><div id="rest" class="hide">' + each('<div class="mdA"><p>{0}</p><span class="jsNice lnkS" §N>ナイス！ 0</span></div>', '白い粒が丸ければ塩、毛羽立っていればかびです。\n瓶のふたを少し開けておくと出にくくなります。') + '</div><h2>関連する質問</h2><ul>' + each('<li><a href="/q/88{n}" §I>{0}</a>', '梅シロップが発酵しました\nぬか床の匂いが強いです') + '</ul>', BANNER)
    listing = page('暮らしの質問一覧', '<p><a href="?s=new" class="lnkS" §N>新着順</a>　<a href="?s=ans" class="lnkS" §N>回答数順</a></p>' + each('<div class="mdQ"><a href="{0}" §I>{1}</a><p>{2}</p><span>回答 {n}</span>　<a href="/c/{n}" class="lnkS" §I>料理</a></div>', 'question.html|梅干しの塩が浮いてきました|去年漬けた梅干しの表面に…\n/q/12|包丁の研ぎ方|砥石は何番がよいですか。\n/q/13|換気扇の油汚れ|重曹で落ちません。') + '<ul class="pg"><li><a class="cur">1</a>' + each('<li><a href="?p={0}" §P>{1}</a>', '2|2\n3|3\n2|次へ') + '</ul>', BANNER).replace('class="cur"', '')
    help_ = page('ヘルプ', '<h1>よくある質問</h1><dl>' + each('<dt class="lnkS" onclick="this.nextElementSibling.style.display=\'block\'" §R>Q. {0}</dt><dd class="hide">{1}</dd>', '質問を取り消せますか？|回答が付いた後は取り消せません。<a href="/kiyaku" §I>規約</a>をご覧ください。\nパスワードを忘れました|登録したアドレスに再設定の案内をお送りします。\n他の言語でも使えますか？|日本語と英語で使えます。') + '</dl><p>言語：日本語 | <a href="/en/help" §L>English</a> | <a href="/ko/help" §L>한국어</a></p><p><a href="/inquiry" class="btnB" §I>お問い合わせ</a></p><a href="javascript:history.back()" class="lnkS" §N>前のページに戻る</a>')
    return {'question.html': question, 'list.html': listing, 'help.html': help_}

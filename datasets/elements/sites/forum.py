# SPDX-License-Identifier: MIT
"""A forum of 2003: tables, fonts, onclick; English."""
HOST = 'forum.signalbox.example'
STYLE = 'forum'

LAYOUT = '''<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>{title} - The Signal Box</title>
<style type="text/css">
body { background: #e5e5e5; font: 11px Verdana, Arial, sans-serif; margin: 8px } table.main { width: 98%; margin: auto; background: #fff; border: 1px solid #369 }
td.cat { background: #369; color: #fff; font-weight: bold; padding: 4px } td.row1 { background: #efefef; padding: 5px; vertical-align: top } td.row2 { background: #dee3e7; padding: 5px; vertical-align: top }
.spoiler { display: none; border: 1px dashed #999; padding: 6px } a { color: #069; text-decoration: none } .gensmall { font-size: 10px } .postimg { border: 0 }
</style>
<script type="text/javascript">
function spoil(b) { var d = b.parentNode.getElementsByTagName('div')[0]; d.style.display = 'block'; b.value = 'Hide'; }
function quick() { document.getElementById('qr').style.display = 'block'; return false; }
function more(a, id) { document.getElementById(id).style.display = 'block'; a.style.display = 'none'; return false; }
</script></head><body>
<table class="main" cellpadding="0" cellspacing="1"><tr><td class="row1"><a href="index.html" §I><img src="logo.gif" width="200" height="60" border="0" alt="The Signal Box"></a></td>
<td class="row1" align="right"><a href="faq.html" class="mainmenu" §I><img src="f.gif" width="12" height="13" border="0" alt=""> FAQ</a> &nbsp; <a href="search.php" class="mainmenu" §N>Search</a> &nbsp;
<a href="memberlist.php" class="mainmenu" §I>Memberlist</a> &nbsp; <a href="profile.php?mode=register&amp;sid=8fa0" class="mainmenu" §N>Register</a> &nbsp; <a href="login.php?sid=8fa0" class="mainmenu" §N>Log in</a></td></tr></table><br>
<table width="98%" align="center"><tr><td class="nav"><a href="index.html" class="nav" §I>The Signal Box Forum Index</a> {crumbs}</td></tr></table>
{body}
<br><table width="98%" align="center"><tr><td class="gensmall">All times are GMT. <a href="#top" class="gensmall" §N>Back to top</a> | <a href="viewonline.php" class="gensmall" §I>Who is online</a> | <a href="mailto:signalman@signalbox.example" class="gensmall" §N>Contact the signalman</a></td></tr>
<tr><td align="center" class="gensmall">Powered by <a href="http://www.phpbb.com/" target="_blank" §O>phpBB</a> 2.0.6 &copy; 2003 phpBB Group<br>Friends: <a href="http://www.narrowgauge.example/" §O>Narrow Gauge Net</a> - <a href="http://turntable.example/links.html" §O>The Turntable</a></td></tr></table>
</body></html>'''

POST = '''<tr><td class="row{row}" width="150"><a name="{n}"></a><b>{user}</b><br><span class="gensmall">{rank}<br>Joined: 14 Mar 2002<br>Posts: {posts}<br>Location: {place}</span></td>
<td class="row{row}"><table width="100%"><tr><td class="gensmall"><a href="#{n}" §N><img src="mini.gif" width="12" height="9" border="0" alt="Post"></a> Posted: Tue Oct 0{n}, 2003 8:1{n} pm &nbsp; Post subject: {subject}</td>
<td align="right"><a href="posting.php?mode=quote&amp;p={n}" §N><img src="quote.gif" class="postimg" width="59" height="18" alt="Reply with quote"></a></td></tr></table><hr>{text}<br>_________________<br><span class="gensmall">{sign}</span></td></tr>
<tr><td class="row{row}"><a href="#top" class="nav" §N>Back to top</a></td><td class="row{row}"><a href="profile.php?mode=viewprofile&amp;u={n}" §I><img src="p.gif" class="postimg" width="59" height="18" alt="View user's profile"></a>
<a href="privmsg.php?mode=post&amp;u={n}" §N><img src="pm.gif" class="postimg" width="59" height="18" alt="Send private message"></a> {extra}</td></tr>'''

SPOILER = '<p>Pictures of the box at night: <div><input type="button" value="Show" onclick="spoil(this)" §R><div class="spoiler">The lever frame has 32 levers, nine of them white. The block shelf was rebuilt last spring from two others, and the clock is right twice a day.</div></div>'
LONG = '<p>... <a href="#" onclick="return more(this, \'full{n}\')" §R>[click here to show the rest of this message]</a><span id="full{n}" style="display:none">After the points were relaid we found that the distant signal could not be seen from the platform end, so it was moved by eleven sleepers. It took the whole of Sunday, and the tea was cold.</span>'


def thread(title, page, posts, other):
    numbers = ''.join('<b>%d</b> ' % i if i == page else '<a href="thread-%d.html" §P>%d</a> ' % (i, i) for i in (1, 2))
    numbers = '<span class="gensmall">Goto page %s %s</span>' % (numbers, '<a href="thread-2.html" §P>Next</a>' if page == 1 else '<a href="thread-1.html" §P>Previous</a>')
    body = '''<a name="top"></a><table width="98%" align="center"><tr><td><a href="posting.php?mode=newtopic&f=4" §N><img src="post.gif" width="82" height="25" border="0" alt="Post new topic"></a>
<a href="posting.php?mode=reply&t=310" §N><img src="reply.gif" width="82" height="25" border="0" alt="Reply to topic"></a></td><td align="right">''' + numbers + '''</td></tr></table>
<table class="main" cellpadding="3" cellspacing="1"><tr><td class="cat">Author</td><td class="cat">Message</td></tr>''' + posts + '''</table>
<form action="viewtopic.php" method="post"><table width="98%" align="center"><tr><td class="gensmall">Display posts from previous: <select name="postdays"><option>All Posts</option><option>7 Days</option></select>
<input type="submit" value="Go" class="liteoption" §N></td><td align="right">''' + numbers + '''</td></tr></table></form>
<table width="98%" align="center"><tr><td><a href="''' + other + '''" class="nav" §I>View previous topic</a> :: <a href="viewtopic.php?t=311" class="nav" §I>View next topic</a><br>
<a href="#" onclick="return quick()" §N>Quick reply</a> <a href="viewtopic.php?t=310&amp;view=print" §N>Printable version</a> <a href="viewtopic.php?t=310&amp;watch=topic" §N>Watch this topic for replies</a>
<div id="qr" style="display:none"><textarea rows="4" cols="60"></textarea><input type="submit" value="Submit" §N></div></td></tr></table>'''
    return fill(LAYOUT, title=title, crumbs='-&gt; <a href="board.html" class="nav" §I>Layouts and scenery</a>', body=body)


def post(n, user, rank, posts, place, text, extra='', subject=''):
    return fill(POST, n=n, row=1 + n % 2, user=user, rank=rank, posts=posts, place=place, text=text, extra=extra, subject=subject or 'Re: How tall is a box?', sign='Mind the gap, and the cat.')


def pages():
    first = post(1, 'Old Brian', 'Stationmaster', 2117, 'Crewe', 'My box stands on an embankment and looks <i>far</i> too small from the operating side. The plans in <a href="http://www.railplans.example/boxes/m7.html" target="_blank" class="postlink" §O>the Midland book</a> say 12 feet to the floor, which I cannot believe.' + SPOILER, subject='How tall is a box?',
                 extra='<a href="http://brianstrains.example/" target="_userwww" §O><img src="www.gif" class="postimg" width="59" height="18" alt="Visit poster\'s website"></a>')
    first += post(2, 'dmu_108', 'Porter', 12, 'Leeds', 'Twelve is right for a tall one. See <a href="viewtopic.php?t=118" class="postlink" §I>this old thread</a>, where somebody measured three of them.' + fill(LONG, n=2))
    first += post(3, 'Wenlock', 'Guard', 408, 'Much Wenlock', 'Ours was only eight, but it had a cellar for the locking.' + fill(LONG, n=3), extra='<a href="mailto:wenlock@signalbox.example" §N><img src="e.gif" class="postimg" width="59" height="18" alt="Send e-mail"></a>')
    second = post(4, 'Old Brian', 'Stationmaster', 2117, 'Crewe', 'Rebuilt it on Sunday, with the floor two inches up. Much better! Thank you all.' + SPOILER)
    second += post(5, 'shunter', 'Porter', 3, 'Derby', 'Any photos? The attachment gives me an error. <a href="download.php?id=77" §N>box-front.zip</a>', extra='<a href="http://www.geocities.com/shunter_uk/" §O><img src="www.gif" class="postimg" width="59" height="18" alt="Visit poster\'s website"></a>')
    topics = each('''<tr><td class="row1" align="center"><img src="folder.gif" width="19" height="18" alt="No new posts"></td><td class="row1"><a href="{0}" class="topictitle" §I>{1}</a>{2}</td>
<td class="row2" align="center">{3}</td><td class="row2"><a href="profile.php?u={n}" §I>{4}</a></td><td class="row2 gensmall">Tue Oct 07, 2003<br><a href="profile.php?u={n}1" §I>{5}</a> <a href="{0}#last" §I><img src="latest.gif" width="18" height="9" border="0" alt="View latest post"></a></td></tr>''', '''
thread-1.html|How tall is a box?|<br><span class="gensmall">[ Goto page: <a href="thread-1.html" §P>1</a>, <a href="thread-2.html" §P>2</a> ]</span>|17|Old Brian|shunter
viewtopic.php?t=298|Ballast: glue first, or last?||9|Wenlock|Old Brian
viewtopic.php?t=301|Trees from wire and sponge||31|fern|dmu_108
viewtopic.php?t=277|Running in a cold garage||4|shunter|fern''')
    board = '''<table width="98%" align="center"><tr><td><a href="posting.php?mode=newtopic&amp;f=4" §N><img src="post.gif" width="82" height="25" border="0" alt="Post new topic"></a></td>
<td align="right" class="gensmall"><a href="index.php?mark=topics" §N>Mark all topics read</a><br>Goto page <b>1</b>, <a href="board.php?start=50" §P>2</a>, <a href="board.php?start=100" §P>3</a> ... <a href="board.php?start=900" §P>19</a> <a href="board.php?start=50" §P>Next</a></td></tr></table>
<table class="main" cellspacing="1"><tr><td class="cat" colspan="2"><a href="board.php?sort=title" style="color:#fff" §N>Topics</a></td><td class="cat"><a href="board.php?sort=replies" style="color:#fff" §N>Replies</a></td><td class="cat">Author</td><td class="cat">Last Post</td></tr>''' + topics + '</table>'
    boards = each('''<tr><td class="row1"><img src="folder_big.gif" width="46" height="25" alt=""></td><td class="row1"><a href="{0}" class="forumlink" §I>{1}</a><br>{2}<br><span class="gensmall">Moderator <a href="groupcp.php?g={n}" §I>{3}</a></span></td><td class="row2" align="center">{4}</td></tr>''', '''
board.html|Layouts and scenery|Hills, tunnels, and what to do about the cat.|Old Brian|1802
board.php?f=5|Locomotives|Steam, diesel, and things that were never built.|Wenlock|977
board.php?f=6|Wiring|Smoke belongs in chimneys.|fern|640''')
    index = '''<table width="98%" align="center"><tr><td class="gensmall">The time now is Tue Oct 07, 2003 9:30 pm<br><a href="search.php?search_id=unanswered" §I>View unanswered posts</a></td></tr></table>
<table class="main" cellspacing="1"><tr><td class="cat" colspan="3"><a href="index.php?c=1" style="color:#fff" §I>The railway room</a> <a href="javascript:void(0)" onclick="document.getElementById('arch').style.display='block'" style="color:#fff;float:right" §R>[+] show archived boards</a></td></tr>''' + boards + '''</table>
<div id="arch" style="display:none"><table class="main"><tr><td class="row1"><a href="board.php?f=2" class="forumlink" §I>Exhibitions 2001</a><br>Who was there, who broke down, and who had the best sandwiches.</td></tr></table></div>
<form action="login.php" method="post"><table class="main"><tr><td class="cat">Log in</td></tr><tr><td class="row1">Username: <input type="text" name="username" size="10"> Password: <input type="password" name="password" size="10"> <input type="submit" class="mainoption" name="login" value="Log in" §N></td></tr></table></form>'''
    faq = '<table class="main"><tr><td class="cat">Frequently asked questions</td></tr><tr><td class="row1">' + each('<p><a href="javascript:;" onclick="document.getElementById(\'a{n}\').style.display=\'block\'" §R><b>{0}</b></a><div id="a{n}" style="display:none">{1}</div>', '''
Why can I not log in?|Have you registered? Does the keeper know your name? Cookies must be allowed.
How do I show a picture?|Put it on a server of your own and write its address between the two tags.
What are the ranks?|They tell how much somebody has written, and nothing of what it was worth.
Where have my posts gone?|Old threads are pruned in January, when the server is cleaned.''') + '''</td></tr></table><p align="center"><a href="board.html" §I>Return to the board</a> <a href="javascript:window.close();" §N>Close this window</a> <a href="javascript:window.print()" §N>Print</a></p>'''
    return {'thread-1.html': thread('How tall is a box?', 1, first, 'viewtopic.php?t=309'), 'thread-2.html': thread('How tall is a box?', 2, second, 'viewtopic.php?t=309'),
            'board.html': fill(LAYOUT, title='Layouts and scenery', crumbs='-&gt; Layouts and scenery', body=board),
            'index.html': fill(LAYOUT, title='Index', crumbs='', body=index), 'faq.html': fill(LAYOUT, title='FAQ', crumbs='-&gt; FAQ', body=faq)}

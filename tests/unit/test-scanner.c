/* SPDX-License-Identifier: MIT */
/* gumbo alone and with the scanner in front of it: the same. */
#include <config.h>

#include <gio/gio.h>
#include <stdio.h>

#include "libextract/page/document.h"
#include "libextract/html/reference.h"
#include "same-page.h"
#include "libextract/html/html.h"
#include "libextract/page/page.h"

/* What the scanner has to do with a page. */
typedef enum { SCANNED, GIVEN_UP, EITHER } Outcome;

/* What it is with gumbo 0.10.1, and with 0.13.0. */
#if defined GUMBO_KNOWN && GUMBO_KNOWN == 10
#define BY_GUMBO(ten, thirteen) (ten)
#else
#define BY_GUMBO(ten, thirteen) (thirteen)
#endif

static void
check (const char *name, const char *text, gsize length, Outcome outcome)
{
  gboolean is_plain = FALSE;
  g_autofree char *difference = find_difference (text, length, &is_plain);

  if (difference)
    g_error ("%s: %.200s\n%s", name, text, difference);
  if (outcome != EITHER && is_plain != (outcome == GIVEN_UP))
    g_error ("%s: %.200s\n%s", name, text, is_plain ? "the scanner gave up" : "the scanner did not give up");
}

/* The gumbo that is linked gives the tree by which it is known. */
static void
test_gumbo (void)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();

  g_assert_cmpint (extract_parser_get_markup_parser (parser), ==, EXTRACT_MARKUP_PARSER_SCANNER);
}

/* ---- Cases ---------------------------------------------------------------------------------- */

static const struct {
  const char *html;
  Outcome outcome;
} cases[] = {
  /* Text */
  { "", SCANNED },
  { "text", SCANNED },
  { "  text  ", SCANNED },
  { " \n<p> \n text\t with <b> spaces </b> </p>\n", SCANNED },
  { "1 < 2 <3 << <= <\n<\303\251 <p>a<b", SCANNED },
  { "a<", SCANNED },
  { "a</", SCANNED },
  { "a<!", SCANNED },
  { "a<?", SCANNED },
  { "a</>b</><dialog class=x>c</></dialog></><b>d</></ x><p id=y>", SCANNED },
  { "</><svg></><g class=x></></g></svg>", SCANNED },
  { "<p>a\r\nb\rc\r\r\nd<pre>\r\n\r\ne\rf</pre>", SCANNED },
  { "<p>\001\002\013\016\037\177 \302\200\302\237\302\240 \357\267\220\357\277\276\357\277\277 "
    "\360\237\277\276\360\237\230\200</p>",
    SCANNED },
  { "<p>\363\260\200\200 \364\200\200\200 private</p><a title='&bigodot;'>\363\260\200\200</a>", SCANNED },
  { "<p>\363\260\200\200 &bigodot;</p>", GIVEN_UP },
  { "<p>&#xF0001; icon</p>", SCANNED },
  { "<p>&#xF0001; &bigodot;</p>", GIVEN_UP },
  /* References */
  { "<p>&amp; &amp &ampx &AMP; &lt;b&gt; &nbsp;&copy &copyright; &notit; &notin; &not</p>", SCANNED },
  { "<p>&bigodot; &CounterClockwiseContourIntegral; &nosuchname; &nosuch &; & &&amp;&# &#; &#x; &#xg;</p>",
    SCANNED },
  { "<p>&#65;&#x41&#X41;&#0;&#13;&#128;&#x9f;&#xd800;&#x110000;&#1;&#11;&#xfdd0;&#xffff;&#00000065;</p>",
    SCANNED },
  { "<p>&#4294967296; </p>", GIVEN_UP },
  { "<b s=&#xFFFFFFFF>>a", GIVEN_UP },
  { "<b \001=&#xFFFFFFFF>>a", GIVEN_UP },
  { "<b s='&#xFFFFFFFF'>a</b s=&#xFFFFFFFF>>b", GIVEN_UP },
  { "<p>&#xFFFFFFFF;x</p>", GIVEN_UP },
  { "<p>&#2147483647;&#x7fffffff;</p>", SCANNED },
  { "a<p>&#32;</p>b<p>&#10;x</p><table>&#32;<tr>&#9;<td> &#32; y", SCANNED },
  { "<pre>&#10;x</pre><pre> &#10;x</pre><textarea>&#10;x</textarea>", SCANNED },
  { "<head>&#32;x", SCANNED },
  { "<head> x", SCANNED },
  { "x&amp", SCANNED },
  { "x&am", SCANNED },
  { "x&#", SCANNED },
  { "x&#6", SCANNED },
  { "<title>x&no", SCANNED },
  { "<p>x&<b>y</b>&<!---->amp;&am<!---->p;", SCANNED },
  /* Attributes */
  { "<a href=\"?a=1&b=2&copy=3&lt=4&amp;d&ampe&notit;\" class='&quot;x&quot;' id=&lt>x</a>", SCANNED },
  { "<a href='?&copy' class=&copy;x id=\"&\" style=&>x</a>", SCANNED },
  { "<a href='?&bigodot;=&copy\303\251'>x</a>", SCANNED },
  { "<a href=x&#xFFFFFFFD; class='&#4294967296;'>x</a>", GIVEN_UP },
  { "<p class=a class=b id>x<p class class=b id id=c>y", SCANNED },
  { "<p class class id=x>y", SCANNED },
  { "<p class=a class id=x>y", SCANNED },
  { "<p id class CLASS/lang=x>y", SCANNED },
  { "<p a b c d e f g h i j k l m n o p q r s t u v w x y z class=x>y", SCANNED },
  { "<p class = x id\n=\n'y' lang\r=\r\"z\">", SCANNED },
  { "<p class=\"x\"id='y'/lang=z/ style=a/>b", SCANNED },
  { "<p =class=x \"id=y '=z <style=w `=v>x", SCANNED },
  { "<p class= >x<p class=>y<p class=\"\">z", SCANNED },
  { "<p class='a\r\nb\rc\t' id='\001\177'>x", SCANNED },
  { "<p hidden>x</p><p hidden=''>y</p><p style='display:none' aria-hidden=true>z", SCANNED },
  { "<p class='a>b' id=\"</p>\">x", SCANNED },
  { "<p class='unclosed>x</p>", SCANNED },
  { "<p class=x", SCANNED },
  { "<p", SCANNED },
  { "<p class", SCANNED },
  { "<p class='x'", SCANNED },
  { "<p/", SCANNED },
  { "a</p class=x id>b</p / >c</p\n>d</P>", SCANNED },
  { "a</p class='", SCANNED },
  /* Attributes that shape the tree */
  { "<html lang=en class=a><body class=b><p>x<html lang=de id=c><body class=d id=e style=f>", SCANNED },
  { "<table><input type=hidden name=a><input type=HIDDEN><input type=text><input type='&#104;idden'><tr><td>",
    SCANNED },
  { "<table><input class=x type='hidden '>", SCANNED },
  { "<table><input type=\"hidden\" /><input type='hidden'/><tr><td>x", SCANNED },
  { "<table><form action=x/><input type=hidden/><input type=hidden name=a /><tr><td>x", SCANNED },
  { "<p><b><b><b><b>x</p>y<p>z", SCANNED },
  { "<p><b class=a><b class=b><b class=a><b class=a><b id=c class=a>x</p>y<p>z", SCANNED },
  { "<p><i id=1 class=2><i class=2 id=1><i id='1' class='2' id=3><i class=\"2\"id=&#49;><i id=1>x</p>y",
    SCANNED },
  { "<p><font size=1><font size=1><font size=1><font size=1><font color=1>x</p>y", SCANNED },
  { "<li><b x id=c x><b id=c x><b id=c x><b id=c x><li>y", GIVEN_UP },
  { "<li><b a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1><b a=1><b a=1><b a=1><li>y",
    GIVEN_UP },
  { "<li><b id='&bigodot;'><b id='&#x2a00;'><b id='&#x2a00;'><b id='&#x2a00;'><li>y", GIVEN_UP },
  { "<p><nobr class=a><nobr class=b>x</p>y<nobr>z", SCANNED },
  { "<a href=1><a href=1><a href=1><p><a href=1>x</p>y</a>z", SCANNED },
  { "<a href=1>x<div><a href=2>y</div><table><a href=3><tr><td><a href=4>z</table>w", SCANNED },
  { "<p><u><s><u><s><u><s><u><s><u><s>x</p>y<em><strong><code><tt><big><small><strike>z</p>w", SCANNED },
  { "<svg><font><p>x</svg>", SCANNED },
  { "<svg><font color=red><p>x</svg>", SCANNED },
  { "<svg><font FACE=x><g>y</svg><math><font size=1>z</math>", SCANNED },
  { "<math><annotation-xml><div>x</annotation-xml></math>y", SCANNED },
  { "<math><annotation-xml encoding=text/html><div class=a>x</div></annotation-xml></math>y", SCANNED },
  { "<math><annotation-xml encoding='Application/XHTML+xml' id=b><div>x</div></annotation-xml></math>y",
    SCANNED },
  { "<math><annotation-xml encoding=&#116;ext/html><script>x<p></script></annotation-xml></math>y", EITHER },
  { "<isindex prompt=x>", GIVEN_UP },
  { "<frameset><frame src=x><noframes>y</noframes></frameset>", GIVEN_UP },
  { "<p>x<frameset>", GIVEN_UP },
  { "<image class=x><button>a<button>b", SCANNED },
  { "<math id=a xlink:href=b href=c class=d><mi xlink:role=e role=f xml:lang=g>x</mi></math>", SCANNED },
  { "<math><a xlink:href=b xlink:type=t>x</a><mtext XLINK:HREF=y><p class=z>w</mtext></math>", SCANNED },
  { "<svg viewBox=1 xlink:href=x><a xlink:href=y href=z>w</a></svg><a xlink:href=n>m</a>", SCANNED },
  /* Raw text */
  { "<title>a<b>&amp;c</title>d", SCANNED },
  { "<title>a</titl</title </title", SCANNED },
  { "<title>a</title\303\251></title/>b", SCANNED },
  { "<title></title><title> </title><title>x</title>", SCANNED },
  { "<title>&bigodot;</title>x", SCANNED },
  { "<textarea>\n\na&lt;</textarea><textarea>\r\n\r\nb</textarea><textarea>\rc</textarea><textarea>d",
    SCANNED },
  { "<textarea>\n</textarea>x<textarea></textarea>y<textarea>\n&bigodot;</textarea>", SCANNED },
  { "<style>a<b>&amp;</style ><xmp>\na<b>&amp;\r\nc</xmp><iframe><p>x</iframe><noembed><p></noembed>",
    SCANNED },
  { "<noframes><p>x</noframes><noscript><p>y</p></noscript><head><noscript><style>z</style></noscript>",
    SCANNED },
  { "<script>if (a < b && c) document.write ('<p>');</script>x", SCANNED },
  { "<script><!-- <script> </script> --></script>x</script>y", SCANNED },
  { "<script><!-- <script></script>x</script>y", SCANNED },
  { "<script><!--><script></script>x</script>y", SCANNED },
  { "<script><!---><script></script>x</script>y", SCANNED },
  { "<script><!- <script></script>x</script>y", SCANNED },
  { "<script><!-- <scripty></script>x</script>y", SCANNED },
  { "<script><!-- <script x></script x></script>y", SCANNED },
  { "<script><!-- <script/></script/ --></script>y", SCANNED },
  { "<script><!-- <SCRIPT\n></Script\t--></script>y", SCANNED },
  { "<script><!-- <script> <!-- </script> --> </script>x</script>y", SCANNED },
  { "<script><!-- <script> --> </script>x</script>y", SCANNED },
  { "<script><!-- <script> -></script> --x></script>y", SCANNED },
  { "<script><!-- <<script> </</script> </script>x</script>y", SCANNED },
  { "<script><!-- <s<script> <-</script>x</script>y", SCANNED },
  { "<script><!-- a<script", SCANNED },
  { "<script><!-- a<script>b</script", SCANNED },
  { "<script>a</script", SCANNED },
  { "<script>a</script x", SCANNED },
  { "<script>a</script x=", SCANNED },
  { "<script type=application/ld+json>{\"@type\":\"Article\",\"name\":\"a &amp; b\r\n\"}</script>x",
    SCANNED },
  { "<script type='Application/LD+JSON; x'> \n </script><script type=application/ld+json></script>x",
    SCANNED },
  { "<plaintext>a<b>&amp;\r\n</plaintext>", SCANNED },
  { "<p>a<plaintext class=x>\nb  c", SCANNED },
  { "<table><title>a</title><tr><textarea>b</textarea><td><style>c</style><xmp>d</xmp><plaintext>e",
    SCANNED },
  /* Comments and the like */
  { "a<!-- b -->c<!-->d<!--->e<!---->f<!--x--!>g<!----!>h<!--a--b-->i<!--->-->j", SCANNED },
  { "a<!-- b --!-->c<!--!-->d<!--!>-->e<!---!>-->f<!-- --!->-->g<!-- x", SCANNED },
  { "a<!-- b --", SCANNED },
  { "a<!-", SCANNED },
  { "a<!-->", SCANNED },
  { "a<!x>b<?php echo '>'; ?>c</ d>e</1>f<! >g<!>h<?>i", SCANNED },
  { "a<![CDATA[b>c]]>d", SCANNED },
  { "<table> <!-- x -->a <!-- y --><tr><!-- z --> b<td>c", SCANNED },
  { "<pre><!-- x -->\na</pre><pre>\n<!-- x -->\na</pre><pre></x>\nb</pre>", SCANNED },
  { "<!DOCTYPE html><p>a<table>b", SCANNED },
  { "<p>a<table>b", SCANNED },
  { "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\"><p>a<table>b", SCANNED },
  { "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://x\"><p>a<table>b", SCANNED },
  { "<!DOCTYPE html PUBLIC x \"a>b\"><p>a<table>b", SCANNED },
  { "<!DOCTYPE html [<!ENTITY a 'b'>]><p>a<table>b<!DOCTYPE x>c", SCANNED },
  { "<!DOCTYPE", SCANNED },
  { "<!DOCTYPE html", SCANNED },
  /* svg, math, select, template: guesses */
  { "<svg><style>a<b>c</b></style><path d=x /></svg><style>a<b></style>d", SCANNED },
  { "<svg><title>a<p>b</title></svg>c", EITHER },
  { "<svg><title>a</title><desc>b</desc><path/></svg><title>c<d></title>", SCANNED },
  { "<svg><script>a<b></script></svg><script>a<b></script>", SCANNED },
  { "<svg><script/><style/><g/></svg><script>a<b></script>", SCANNED },
  { "<svg/><style>a<b></style>c", SCANNED },
  { "<svg><foreignObject><style>a<b></style><p class=x>y</p></foreignObject></svg><style><b></style>z",
    SCANNED },
  { "<svg><![CDATA[a<b>c]]></svg>d", SCANNED },
  { "<svg><style><![CDATA[a > b]]></style></svg>d<style><b></style>", SCANNED },
  { "<svg></svg><![CDATA[a]]>b", SCANNED },
  { "<svg><title></title></svg><![CDATA[a]]>b", GIVEN_UP },
  { "<svg><p><![CDATA[a]]>b", GIVEN_UP },
  { "<svg><p><![CDATA[>&#xFFF00", GIVEN_UP },
  { "<svg><p><![CDATA[>&#x10FF00;", GIVEN_UP },
  { "<svg><p><![CDATA[>&#x10FF00;&#xFFF00;b<p>c", GIVEN_UP },
  { "<svg><desc><![CDATA[a>]]>b</desc></svg>", SCANNED },
  { "<svg><![CDATA[]]><g id=x>]]></g><![CDATA[a", SCANNED },
  { "<svg><![CDATA[\360\237\230\200]]></svg><svg><![CDATA[\363\260\200\200]]></svg>", GIVEN_UP },
  { "<svg><g></svg><svg><svg></svg></svg><title>a<b></title>", SCANNED },
  { "<svg><svg></svg><style>a<b></style></svg><style><b></style>", SCANNED },
  { "<svg><div><style>a<b></style></div></svg>", SCANNED },
  { "<b><svg><title>a</title></svg></b><style><b></style>", SCANNED },
  { "<p><b></p><svg><title>a</title></svg><style><b></style>x", EITHER },
  { "<svg><g ></g ><g\n></g\n></svg >x</svg>y", SCANNED },
  { "<svg\r></svg><b>x</b>", BY_GUMBO (SCANNED, GIVEN_UP) },
  { "<svg\r\n id=a><g\rid=b>x</g><G\r/></svg>y<p\rid=c>z", BY_GUMBO (SCANNED, EITHER) },
  { "<math><mi\r\n>x</mi>y</math>z<svg><font\r>a</svg>", EITHER },
  { "<svg><b\r>a</b></svg><b\rid=a>x</b>", EITHER },
  { "<math><mi>a<style><b></style></mi></math><style><b></style>c", EITHER },
  { "<math><mi><svg><title>b</title></svg></mi></math><title><b></title>c", EITHER },
  { "<math><plaintext>a<b>c</math>d", SCANNED },
  { "<math><xmp> a \n b</xmp></math>d", SCANNED },
  { "<select><option>a<option>b</select><textarea><b></textarea>c", SCANNED },
  { "<select><option>a<textarea><b></textarea>c", SCANNED },
  { "<select><style><b></style></select>c", GIVEN_UP },
  { "<select><script><b></script><option>x</select>c", SCANNED },
  { "<select><svg><title>a</title></svg><option>b</select>c", EITHER },
  { "<template><p>a</p><style><b></style></template><style><b></style>c", SCANNED },
  { "<template><col><style><b></style></template>c", GIVEN_UP },
  { "<div><template shadowrootmode=open><p>a</template><template><tr><td>b</template>c", SCANNED },
  { "<head><template><div> a</template> b<p>c", SCANNED },
  /* White space that lies elsewhere */
  { "text<table><colgroup> foo<col> bar</colgroup> baz<tr><td>x", SCANNED },
  { "<div>text<table><colgroup> foo</div>", SCANNED },
  { "<head> <title>a</title> </head> <body> b</body> c</html> d", SCANNED },
  { "<head><noscript> a</noscript></head>b", SCANNED },
  { "a</body> <!-- x --> b</html> <!-- y --> c<p>d", SCANNED },
  { "<pre><template><col>a \nb</template><template><colgroup>c\n d &amp; <!-- -->  e\n</template>", SCANNED },
  { "<pre>\n\n a\n  b </pre> c\n d<pre> \n e</pre>f <p> \n g", SCANNED },
  { "<listing>\n a </listing><pre><b>\nx</b>  y\n</pre>", SCANNED },
  { "<table> <tr> <td> a </td> </tr> b </table> c", SCANNED },
  { "<table>a <b>b</b> <tr>c<td>d</table>", SCANNED },
  { "<b><p> </b> a</p><i><div>\n</i> b</div>", SCANNED },
  { "<a href=x>a</a>\n<a href=y>b</a><span> c</span><span>d </span>e", SCANNED },
  /* A line break that is left out, as it is and as a reference */
  { "<pre><textarea>&#10;a</textarea><textarea>&#xA;a</textarea><textarea>&#10a</textarea></pre>", SCANNED },
  { "<pre><textarea>&#10;</textarea>a<textarea>&#10;&#10;b</textarea><textarea>&#10;\nc</textarea></pre>",
    SCANNED },
  { "<pre><textarea>&#13;a</textarea><textarea>&#13;&#10;b</textarea><textarea> &#10;c</textarea></pre>",
    SCANNED },
  { "<pre><textarea>\n&#10;a</textarea><textarea>\r&#10;b</textarea><textarea>\r\n\nc</textarea></pre>",
    SCANNED },
  { "<pre><textarea>&NewLine;a</textarea><textarea>a&#10;</textarea><textarea>&#9;&#10;b</textarea></pre>",
    SCANNED },
  { "<listing><textarea>&#10;a", SCANNED },
  { "<listing>x<textarea>&#10;a &bigodot;</textarea>&#10;</listing>", SCANNED },
  { "<pre>&#10;a</pre><pre>&#13;b</pre><pre>&#xa;&#10;c</pre><pre>\n&#10;d</pre><pre>&NewLine;e</pre>",
    SCANNED },
  { "<pre><pre>&#10;a</pre>\n</pre><listing>&#10;b<pre>\r\n\r\nc</pre></listing>&#10;d", SCANNED },
  { "<xmp>&#10;a</xmp><xmp>\na</xmp><pre><title>&#10;b</title><title>\nc</title><iframe>\nd</iframe></pre>",
    SCANNED },
  { "<pre><noembed>\na</noembed><style>\nb</style><script>\nc</script><plaintext>\nd", SCANNED },
  { "<plaintext>&#10;a", SCANNED },
  { "<p></p><div><pre>\n<textarea>\n&#10;a</textarea></pre><b>c</b></div>", SCANNED },
  { "<svg><textarea>&#10;a</textarea></svg><pre><select><textarea>&#10;b</textarea></pre>", EITHER },
  /* Phrases */
  { "Some <b>bold</b> and <a href=x>linked <i>text</i></a> here<br>and <img src=x alt=y>there<wbr>",
    SCANNED },
  { "<p> <span class=x> a </span> <!-- b --> <em> c <!-- d --> e</em>\r\n</p> f <q>g</q>", SCANNED },
  { "<body> <b>a</b></body> <i>b</i></html> <!-- x --> <a href=y>c</a>", SCANNED },
  { "<title>a</title> <b class=x>b</b><head>", SCANNED },
  { "<head><noscript> <a href=x>a</a></noscript>b", SCANNED },
  { "<div><b id=1>a<div>b</b><i>c</div>d</i> e <span class=x>f <b>g</div>h", SCANNED },
  { "<p>a <abbr title=b>c</abbr/ > <cite>d</cite >, <span/>e</span> <label id=x>f</label><time>g</time></p>",
    SCANNED },
  { "<p>a <b>b</i></b> c</b> <span>d</p>e</span>", SCANNED },
  { "<p>a <b>b</br>c</b> <i>d</p>e</i>", SCANNED },
  { "<p>a <b>&bigodot;</b> c <i>&#32;d</i> e &#xFFFFFFFD <i>f</i>", EITHER },
  { "<p>a <b class class=x id=y>c</b> <span title='&bigodot;' id=z>d</span>", SCANNED },
  { "<span id=1><span id=2><span id=3><span id=4><span id=5><span id=6><span id=7><span id=8><span id=9 "
    "class=x>a</span>b</span>c</span></span></span></span></span></span></span>d",
    SCANNED },
  { "<p>a <b>b</b", SCANNED },
  { "<p>a <b>b</b> <i class=x", SCANNED },
  { "<pre>\n<b>\na</b>  b\n <i>\n</i> c</pre> <b>d</b> \n <i>e</i>", SCANNED },
  { "<pre> \n<b> a</b></pre><pre><!-- -->\n<b>a</b></pre><textarea>\n<b>a</b></textarea>", SCANNED },
  { "<code><a><s><d><s><select></s></a></select><l><listing><a></a></code>", EITHER },
  { "<a>a<a>b</a>c</a>d</a>e<p>f <a>g</a></p>", EITHER },
  { "<ruby>a <b>b</b><rt>c <i>d</i><rp>e</ruby><button>f <b>g</b><button>h</button>", SCANNED },
  { "<p>a <i>b</i></><b>c</b></p><p>d<i>e</i></p ></>f<i>g</i>", SCANNED },
  /* Phrases: blocks */
  { "<div class=a><h2>a</h2> <p>b <img src=x></p> <ul><li id=y>c</li> <li>d</li></ul></div>e", SCANNED },
  { "<main><article><header>a</header><footer>b</footer></article></main><details><summary>c</summary>"
    "d</details><dialog>e</dialog><search>f</search>",
    SCANNED },
  { "<p>a<div>b</div></p>c", SCANNED },
  { "<p>a<b>b<div>c</div>d</b></p>e", SCANNED },
  { "<p>a<hr>b<hr/></p>c", SCANNED },
  { "<div></p>a</div><p></div>b</p>", SCANNED },
  { "<!DOCTYPE html><p>a<table><td>b</table>c<div>d</div>", SCANNED },
  { "<p>a<table><td>b</table>c<div>d</div>", SCANNED },
  { "<b>a<p>b</p>c</b><p><i>d</p><div>e</div><ul><li>f</li></ul>", EITHER },
  { "<p><b>a</p><div><p>b</p></div><section><div>c</div></section>", EITHER },
  { "<p><b>a</p><div><section><div>c</div></div>", EITHER },
  { "<p><b>a</p><script>1</script>c <div>d</div>", EITHER },
  { "<p><a href=1>a</p><ul><li><a href=2>b</a></li></ul><ol><li>c</li>", EITHER },
  { "<center><font color=x><p>a<div>b</font></div><div>c</div>", EITHER },
  { "<ul><li>a<li><p>b</p><li><ul><li>c</li></ul></li></ul><li>d</li>", SCANNED },
  { "<li>a</li><div><li>b</li></div><ul><div><li>c</li><li>d</li></div></ul>", SCANNED },
  { "<ul><b><li>a</b></li><li>b</li></ul>", EITHER },
  { "<ul><li>a</li><option><li>b</li></ul>", EITHER },
  { "<dl><dt>a<dd>b</dd><dt>c</dt><dd><dl><dd>d</dd></dl></dd></dl><dd>e</dd>", SCANNED },
  { "<h1>a<h2>b</h2>c</h1><h3><div><h4>d</h4></div></h3><h5>e<h6>f", SCANNED },
  { "<h1><span>a<h2>b</h2></span>c</h1>", SCANNED },
  { "<b><h2><keygen>a<h2>b</h2></b>", EITHER },
  { "<button>a<button>b</button><div>c</div></button><button><p>d<div>e</div></p></button>", SCANNED },
  { "<p><button><p>a</p><div>b</div></button>c<div>d</div>", SCANNED },
  { "<button><table><td><button>a</button></td></table><button>b</button>", SCANNED },
  { "<a href=1><div>a</div><div><a href=2>b</a></div>", EITHER },
  { "<nobr><div>a</div><nobr>b</nobr><ul><li>c</li></ul>", EITHER },
  { "<object><p>a<div>b</div></object><p>c<object><div>d</div></object>", EITHER },
  { "<pre>\n<div>a</div>\n b</pre> <div> <p> c</p></div>", SCANNED },
  { "<body><div>a</div></body><div>b</div></html><script>c</script> <p>d</p><!-- e -->", SCANNED },
  { "<div><image src=x><p>a</p></div><div><frame><p>b</p></div>", SCANNED },
  { "<div><p>a</p><frameset></div>", GIVEN_UP },
  { "<form><div>a</div><p>b</p></form><div><form>c</div>d</form>e<div>f</div>", SCANNED },
  { "<form><div>a</form> <p>b</p></div><p>c", SCANNED },
  { "<div><select><option>a</select><p>b</p></div>", SCANNED },
  { "<table><div>a</div><tr><td><div>b<p>c</div><table><td><ul><li>d</li></ul></table></td></tr>e<p>f</p>"
    "</table>g",
    SCANNED },
  { "<table><p><table><td><div>a</div></table><div>b</div></table>", EITHER },
  { "<table><caption><p>a</p><div>b</div></caption><td><li>c</li></td></table>", SCANNED },
  { "<template><div>a</div><p>b</p></template><div>c</div>", SCANNED },
  /* Phrases: what is raw, and what goes into head */
  { "<script>1</script><title>a</title><style>b</style>c<script>2</script><title>d</title>", SCANNED },
  { "<head><link href=a><meta name=b content=c></head><link href=e><body><link href=f><meta name=g>"
    "<script>h</script>",
    SCANNED },
  { "<template><p>a</p></template><script>b</script><link href=c><div>d</div><link href=e>", SCANNED },
  { "<span><script>a</script><b>b</span><link href=c>", SCANNED },
  { "<head><template><svg></template><div></div></template><script>a</script><link href=b>c", EITHER },
  { "<template></template></template><template><div>a</div></template></template><style>b</style><p>c",
    EITHER },
  { "<template><svg><template></template></svg><p>a</p><script>b</script><link href=c>", EITHER },
  { "<noscript><link><style>a</style></noscript><div><noscript><img src=b><p>c</p></noscript></div>",
    SCANNED },
  { "<div><iframe src=a>b<p></iframe><textarea>\n c &amp; <b></textarea><title>&lt;d</title></div>",
    SCANNED },
  { "<div><textarea>&bigodot;</textarea><iframe>&bigodot;</iframe><title>&#32;</title></div>", SCANNED },
  { "<div><script><!-- <script>a</script> --></script>b</div>", SCANNED },
  { "<div><script type=x class=y>a", SCANNED },
  { "<div><style>a</style", SCANNED },
  { "<div><script>a</script b=c", SCANNED },
  { "<div><script>a</script b=c >d<style>e</style/ >f</div>", SCANNED },
  { "<p>a<script>b</script><link href=c><source src=d><param name=e><track>f</p>", SCANNED },
  { "<img alt>a<p>b<img alt=c></p><picture><source srcset=d><img alt=e></picture>", SCANNED },
  { "<video><source src=a><track>b</video><picture><source><img src=c></picture><map><area href=d></map>",
    SCANNED },
  /* Phrases: svg */
  { "<div><svg class=x><g><path d=y /><use xlink:href=z href=w></use></g>t</svg></div>e", SCANNED },
  { "<svg><a class=x xlink:href=y><p2/></a></svg><svg><head/></svg><svg><image href=x></svg>", SCANNED },
  { "<svg><g></svg>a<svg><path></g></svg>b<svg><G></g></svg>c", SCANNED },
  { "<p><b></p><svg/>a<svg><svg/></svg><svg><math/></svg>", SCANNED },
  { "<div><svg><!-- a --><g/></svg><!-- b --></div><svg>a < b &amp; c</svg><svg>&bigodot;</svg>", SCANNED },
  { "<svg><g></svg", SCANNED },
  { "<svg><!-- a", SCANNED },
  { "<svg><le><!", SCANNED },
  { "<svg><g a='&bigodot;'/></svg><svg></svg ><g>a</svg>", SCANNED },
  { "<svg><lineargradient/><linearGradient ID=a></linearGradient></svg>", SCANNED },
  /* Phrases: end tags that mean nothing */
  { "<p>a</input>b</img><b>c</link></b></br>d</p></hr>e", SCANNED },
  { "<p><b>a</p> </input><div>b</div></meta> <i>c</i>", EITHER },
  { "<table><td>a</input>b</td></input>c</table><table> </input>a<colgroup> </img>b</table>", SCANNED },
  { "<form>a <b>b</b></input></form>c<form>d</button></form>e", SCANNED },
  { "<form>a <b>b</b> c</img></form>d<form><hr>e</hr></form>f", SCANNED },
  { "</><svg>a</svg><p></><dialog>b</dialog></><div>c</div>", SCANNED },
  /* Phrases: where elements mean something else */
  { "<select><option>a <b>b</b> c</select> <b>d</b>", SCANNED },
  { "<select>a <b>b</b> c<input> <b>d</b></select>e<i>f</i>", SCANNED },
  { "<table><td><select>a<i>b</i><td>c <b>d</b></table>", SCANNED },
  { "<template>a <b>b</b><td>c</template><p>d <b>e</b>", SCANNED },
  { "<template></template></template><template><b>a</b><tr>b<td>c</template>d <b>e</b>", SCANNED },
  { "<svg>a <a href=x>b</a> <span>c</span></svg> <i>d</i>", SCANNED },
  { "<svg><desc>a <b>b</b></desc> c <a>d</a></svg> <math><mi>e <b>f</b></mi> <a>g</a></math>h<i>i</i>",
    EITHER },
  { "<svg><g><p>a <cite>b</cite></svg> c <cite>d</cite>", SCANNED },
  { "<table>a <b>b</b><tr>c <i>d</i><td>e <b>f</b> g</td>h <i>i</i></tr></table>j <b>k</b>", SCANNED },
  { "<table><caption>a <b>b</b></caption><colgroup>c <b>d</b><tbody><th>e <b>f</b></tbody>g<b>h</b></table>",
    SCANNED },
  { "<td>a <b>b</b><table><tr><td>c <b>d</b></table>e <b>f</b></td>g<table>h<b>i</b><td>j<b>k</b></table>",
    SCANNED },
  { "<table><div><td>a<b>b</b></div>c</table><table><td><table></td>d<b>e</b></table>f<b>g</b></table>h<b>i</"
    "b>",
    EITHER },
  { "<table><td>a</td><svg><td>b <b>c</b></svg><i>d</i></table>", EITHER },
  { "<table><tr><td><select></td>b <i>c</i></select>d <i>e</i></table>", EITHER },
  { "<table><td></template>a <b>b</b></td><template><td></template>c <b>d</b></table>", EITHER },
  { "<table><object><td>a<b>b</b></object>c<i>d</i></table>", EITHER },
  { "<table><svg><td></svg><i>d</i> <b>e</b></table>", GIVEN_UP },
  { "<table><svg><td></svg><td><i>d</i> <b>e</b><table><td><i>f</i> <b>g</b></table></table>", GIVEN_UP },
  { "<math><mi><b>a</b></mi> <cite>b</cite> <code>c</code></math>d", GIVEN_UP },
  { "<select><svg></select><p>a <i>b</i></select>c <i>d</i>", EITHER },
  { "<math><select><mi><select></select></math>a<b>b</b>c<q>d</q>", GIVEN_UP },
  { "<svg><td><desc><table></table></desc></svg>a<b>b</b><svg><tr><desc><select></select></svg>c<i>d</i>",
    GIVEN_UP },
  { "<svg><colgroup><desc><select></select></svg>a<b>b</b>c", GIVEN_UP },
  /* Phrases: formatting elements that are open */
  { "<p><b>a<p><b>b<p><b>c<p>d <b>e</b> f<p>g", SCANNED },
  { "<p><b>a<p><b>b<p>c <b>d</b> e<p>f <b>g</b>", SCANNED },
  { "<p><i>a<p><i>b<p><i>c</i></i></i><p>d <i>e</i> f<p>g", SCANNED },
  { "<p>a <i>b <i>c <i>d <i>e</i></i></i></i><p>f", SCANNED },
  { "<p><font size=1>a<p><font size=1>b<p><font size=1>c<td><p>d <font size=1>e</font> f<p>g", SCANNED },
  { "<p><b><b><b>a</p></b></b>c <b>d</b><p>e", SCANNED },
  { "<a href=1>a<p>b <a href=2>c</a> d", SCANNED },
  { "<a href=1>a <a href=2>b</a> c</a> d <i><a href=3>e<b><a href=4>f</a></b></a></i>", SCANNED },
  { "<div><a name=x>a</div><table><td>b <a href=1>c</a></td></table><p>d <a href=2>e</a>", EITHER },
  { "<a href=1><div>a</div></a><p>b <a href=2>c</a>", SCANNED },
  { "<a href=1><table></a><td>a <a href=2>b</a></td></table>c <a href=3>d</a>", EITHER },
  { "<p><a href=1>a</p><object>b <a href=2>c</a></object>d <a href=3>e</a>", EITHER },
  { "<b><a><i><u><s><div></b>a</div></a>b <a href=1>c</a>", EITHER },
  { "<li><a id=0>a<li><a id=1>b<li>c</a>d <a id=2>e</a>", EITHER },
  /* Phrases: what gumbo has not put into the tree yet goes elsewhere */
  { "<form>a <b>b</b> c</form>d", SCANNED },
  { "<form>a <b>b</b></form>d<form>e</form>f<form><i>g</i> <!-- h --> i</form>j", SCANNED },
  { "<form>a<!-- b -->c <!-- d --></form>e<form> <b>f</b> </form>g", SCANNED },
  { "<form>a <b>b</b> c</span></form>d", SCANNED },
  { "<form>a <b>b</b> c &bigodot;</form>d", BY_GUMBO (GIVEN_UP, SCANNED) },
  { "<form><div></form>a <b>b</b> c</div>d", SCANNED },
  { "<a href=1><div><div><div><div><div><div><div><div>a <i>b</i> c<a href=2>d", SCANNED },
  { "<a href=1><div><div><div><div><div><div><div><div>a <i>b</i> c</q><a href=2>d", SCANNED },
  { "<a href=1><div>a <i>b</i> c &bigodot;<a href=2>d", GIVEN_UP },
  { "<a href=1><div><div><div><div><div><div><div><div>a <i>b</i> c<a href=2><p>d</a>", SCANNED },
  { "<nobr><u><div><div><div><div><div><div><div><div>a <i>b</i> c<nobr>d", SCANNED },
  /* Names */
  { "<p \024 \357\277\275 class=a>b<i \001=x>c<i \002=x>d<i \003=x>e<i \004=x>f</p>g", GIVEN_UP },
  { "<p \024 \357\277\275 class=a>b<q \001=x>c</q>d", SCANNED },
  { "<P CLASS=x>a<Dialog Id=y>b</DIALOG><x-y z=1>c</x-y><a:b>d<main2 class=q>e", SCANNED },
  { "<xmp\013>  a</xmp\013><pre\013>\n\nb</pre\013>", SCANNED },
  { "<foo\013bar class=x>a<dialog\013 id=y>b<p\"q'r=s class=t>c<p<b class=u>d", SCANNED },
  { "<search class=a>x</search><\303\251><p\303\251 class=b>y", SCANNED },
};

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *name = g_strdup_printf ("case %u", i);

    check (name, cases[i].html, strlen (cases[i].html), cases[i].outcome);
  }
}

/* Each case behind each other one: what one leaves open, the next one is in. */
static void
test_pairs (void)
{
#ifndef GUMBO_FENCED
  g_test_skip ("gumbo is linked shared: its asserts would end this program");
  return;
#endif
#ifdef __SANITIZE_ADDRESS__
  const guint step = 5; /* each pair takes ten times as long, and the bytes are compared in plain builds */
#else
  const guint step = 1;
#endif
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = i % step; j < G_N_ELEMENTS (cases); j += step) {
      g_autofree char *name = g_strdup_printf ("case %u behind case %u", j, i);
      g_autofree char *html = g_strconcat (cases[i].html, cases[j].html, NULL);

      check (name, html, strlen (html), EITHER);
    }
}

static void
test_nul (void)
{
  static const char html[] = "<p>a\0b<b\0 class\0=\0x>c<pre>\0\nd<script>\0</script><title>\0</title>";

  check ("NUL", html, sizeof (html) - 1, GIVEN_UP);
}

/* Every reference of the table, as gumbo has it, in text and in an attribute. */
static void
test_references (void)
{
  static const char *const forms[] = { "<p>&%s;</p>",        "<p>&%sx</p>",     "<p title='&%s;'>",
                                       "<a href='&%s'>",     "<a href='&%s='>", "<a href='&%sx'>",
                                       "<title>&%s</title>", "<p>x&%s" };
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  for (guint f = 0; f < G_N_ELEMENTS (forms); f++)
    for (guint n = 0; n < extract_reference_get_n_names (); n++) {
      g_autofree char *html = g_strdup_printf (forms[f], extract_reference_get_name (n));

      check ("reference", html, strlen (html), SCANNED);
    }
  /* Short ones that may be none. */
  for (const char *a = letters; *a; a++)
    for (const char *b = letters; *b; b++) {
      g_autofree char *html =
          g_strdup_printf ("<p>&%c%c; &%c%c &%c;<a href='&%c%c&%c%c;'>", *a, *b, *a, *b, *a, *a, *b, *a, *b);

      check ("reference", html, strlen (html), SCANNED);
    }
  for (guint code = 0; code < 0x300; code++) {
    g_autofree char *html = g_strdup_printf ("a<p>&#%u;b&#x%x;</p>", code, code);

    check ("reference", html, strlen (html), SCANNED);
  }
}

/* What has to be replaced, anywhere in what is looked at sixteen bytes at a time. */
static void
test_replaced (void)
{
  static const char *const replaced[] = {
    "\001",
    "\013",
    "\r",
    "\r\n",
    "\037",
    "\177",
    "&",
    "&amp;",
    "&#0;",
    "\f",
    "\302\200",
    "\302\251",
    "\357\267\220",
    "\357\277\276",
    "\357\274\201",
    "\360\237\277\276",
    "\360\237\230\200",
    "\364\217\277\277",
  };
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

  for (guint r = 0; r < G_N_ELEMENTS (replaced); r++)
    for (int before = 0; before < 20; before++)
      for (int behind = 0; behind < 20; behind += 3) {
        g_autofree char *text = g_strdup_printf ("%.*s%s%.*s", before, letters, replaced[r], behind, letters);
        g_autofree char *html = g_strdup_printf ("<p class='%s' id=\"%s%s\">%s<a href='%s'>x</a>%s%s", text,
                                                 text, text, text, text, text, text);

        check ("replaced", html, strlen (html), EITHER);
      }
}

/* More runs of text than there are characters for them in one plane. */
static void
test_many_runs (void)
{
  g_autoptr (GString) html = g_string_new (NULL);

  for (guint i = 0; i < 140000; i++)
    g_string_append_printf (html, "<i>%u</i>", i);
  check ("many runs", html->str, html->len, SCANNED);
}

/* More elements in one another than a phrase can have open. */
static void
test_towers (void)
{
  static const char *const towers[][3] = {
    { "<div>", "<p>a</p>", "</div>" },
    { "<span>", "a", "</span>" },
    { "<ul><li>", "a <b>b</b>", "</li></ul>" },
    { "<svg>", "a", "</svg>" },
  };

  for (guint t = 0; t < G_N_ELEMENTS (towers); t++)
    for (guint height = 20; height < 400; height += 27) {
      g_autoptr (GString) html = g_string_new ("<p>a</p>");

      for (guint i = 0; i < height; i++)
        g_string_append (html, towers[t][0]);
      g_string_append (html, towers[t][1]);
      for (guint i = 0; i < height; i++)
        g_string_append (html, towers[t][2]);
      check ("tower", html->str, html->len, SCANNED);
    }
}

/* What goes to gumbo for there are too many open keeps its attributes, whatever becomes of the next tag. */
static void
test_full (void)
{
  static const char *const next[] = { "<s class", "<s class=c>d", "<i title='&bigodot;' class=c>d",
                                      "<s>d</s>" };

  for (guint i = 0; i < G_N_ELEMENTS (next); i++)
    for (guint n = 120; n < 140; n++) {
      g_autoptr (GString) html = g_string_new (NULL);

      for (guint k = 0; k < n; k++)
        g_string_append (html, k % 50 == 7 ? "<span id=a lang=b>" : "<span>");
      g_string_append (html, next[i]);
      check (next[i], html->str, html->len, EITHER);
    }
}

/* What is a fourth element of a name is so whatever end tags have had no effect before; and the tree does not
 * always tell, as </u> moves it. */
static void
test_scopes (void)
{
  static const char *const scopes[] = {
    "<select></i></select>",
    "<template></i></template>",
    "<table><tr><td></i></table>",
    "<table><tr></i><td></table>",
    "<table><caption></i></table>",
    "<object></i></object>",
    "<marquee></i></marquee>",
    "<applet></i></applet>",
    "<svg><desc></i></desc></svg>",
    "<math><mi></i></mi></math>",
    "<select><option></i></select>",
    "<svg></i></svg>",
    "<table><td><table><td></i></table></table>",
    "<object><i>x</i></i></object>",
    "<math><annotation-xml encoding=text/html></i></annotation-xml></math>",
  };
  static const char *const around[][2] = {
    { "<u><i><i><t><i>", "<p><i></i></u>" },
    { "<u><i><i><t><i>", "<p>a<i>b</i>c</u>d" },
    { "<u><i><div><i><i>", "<div><i>x</i></u>y</div>z" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (scopes); i++)
    for (guint k = 0; k < G_N_ELEMENTS (around); k++) {
      g_autofree char *html = g_strconcat (around[k][0], scopes[i], around[k][1], NULL);

      check (scopes[i], html, strlen (html), EITHER);
    }
}

/* ---- html5lib-tests ------------------------------------------------------------------------- */

static char *
find_data (const char *name)
{
  const char *data = g_getenv ("TEXTTRACTOR_DATA"), *source = g_getenv ("top_srcdir");
  g_autofree char *folder = NULL;

  if (!data)
    data = folder = g_build_filename (source ? source : ".", "..", "shared", "data", NULL);
  return g_build_filename (data, name, NULL);
}

/* Pages may hold NUL. Returns: (nullable): the first @what from @p on */
static const char *
find (const char *p, const char *end, const char *what)
{
  gsize length = strlen (what);

  for (; (gsize) (end - p) >= length; p++)
    if (memcmp (p, what, length) == 0)
      return p;
  return NULL;
}

/* The pages of a .dat file stand between "#data" and "#errors". */
static guint
check_dat (const char *path)
{
  g_autofree char *contents = NULL;
  const char *p, *end, *page_end;
  gsize length;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  end = contents + length;
  for (p = contents; (p = find (p, end, "#data\n")); n++) {
    p += strlen ("#data\n");
    page_end = find (p - 1, end, "\n#errors");
    g_assert_nonnull (page_end);
    check (path, p, MAX (page_end, p) - p, EITHER);
  }
  return n;
}

/* Resolves the escapes of a JSON string, up to its quote. Surrogates alone become what a decoder makes of
 * them. */
static char *
read_json (const char *p, gsize *length)
{
  GString *out = g_string_new (NULL);

  for (; *p && *p != '"'; p++)
    if (*p != '\\')
      g_string_append_c (out, *p);
    else if (*++p == 'u') {
      gunichar c = g_ascii_strtoull ((char[]){ p[1], p[2], p[3], p[4], 0 }, NULL, 16);

      p += 4;
      if (c >= 0xd800 && c <= 0xdbff && p[1] == '\\' && p[2] == 'u') {
        c = 0x10000 + ((c - 0xd800) << 10) +
            (g_ascii_strtoull ((char[]){ p[3], p[4], p[5], p[6], 0 }, NULL, 16) & 0x3ff);
        p += 6;
      }
      g_string_append_unichar (out, c >= 0xd800 && c <= 0xdfff ? 0xfffd : c);
    } else
      g_string_append_c (out, *p == 'n' ? '\n' : *p == 't' ? '\t' : *p == 'r' ? '\r' : *p == 'f' ? '\f' : *p);
  *length = out->len;
  return g_string_free (out, FALSE);
}

/* The inputs of a .test file, each as a page and in elements with a state of the tokenizer of their own. */
static guint
check_test (const char *path)
{
  static const char *const inside[] = { "%.*s",
                                        "<script>%.*s</script>x",
                                        "<title>%.*s</title>x",
                                        "<style>%.*s</style>x",
                                        "<plaintext>%.*s",
                                        "<svg>%.*s</svg>x",
                                        "<p class=\"%.*s\">x",
                                        "<a href=%.*s>x" };
  g_autofree char *contents = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  for (char *p = contents; (p = strstr (p, "\"input\"")); n++) {
    gsize length;
    g_autofree char *input = NULL;

    p = strchr (p + strlen ("\"input\""), '"');
    input = read_json (p + 1, &length);
    check (path, input, length, EITHER);
    for (guint i = 0; i < G_N_ELEMENTS (inside); i++) {
      g_autofree char *html = g_strdup_printf (inside[i], (int) length, input);

      check (path, html, strlen (html), EITHER);
    }
  }
  return n;
}

static void
test_html5lib (gconstpointer data)
{
  g_autofree char *folder = find_data (data);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  if (!dir) {
    g_test_skip ("no html5lib-tests");
    return;
  }
  while ((name = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (g_str_has_suffix (name, ".dat"))
      n += check_dat (path);
    else if (g_str_has_suffix (name, ".test"))
      n += check_test (path);
  }
  g_test_message ("%u cases", n);
  g_assert_cmpuint (n, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#ifndef GUMBO_KNOWN
  puts ("1..0 # SKIP the scanner does not know this gumbo"); /* newer g_print () makes a comment of it */
  return 0;
#endif
  g_test_add_func ("/scanner/gumbo", test_gumbo);
  g_test_add_func ("/scanner/cases", test_cases);
  g_test_add_func ("/scanner/pairs", test_pairs);
  g_test_add_func ("/scanner/nul", test_nul);
  g_test_add_func ("/scanner/references", test_references);
  g_test_add_func ("/scanner/replaced", test_replaced);
  g_test_add_func ("/scanner/many-runs", test_many_runs);
  g_test_add_func ("/scanner/towers", test_towers);
  g_test_add_func ("/scanner/full", test_full);
  g_test_add_func ("/scanner/scopes", test_scopes);
  g_test_add_data_func ("/scanner/tree-construction", "html5lib-tests/tree-construction", test_html5lib);
  g_test_add_data_func ("/scanner/scripted", "html5lib-tests/tree-construction/scripted", test_html5lib);
  g_test_add_data_func ("/scanner/tokenizer", "html5lib-tests/tokenizer", test_html5lib);
  return g_test_run ();
}

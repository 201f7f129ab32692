/* SPDX-License-Identifier: MIT */
/*
 * The names that pages use, and all names that hold without a semicolon. Any other name that a semicolon
 * ends is EXTRACT_REFERENCE_UNKNOWN: the standard has 2,125, and it is easier to leave the rare ones to gumbo
 * than to have them twice.
 *
 *   &name;    a row of the table               (no name goes on behind its semicolon, so it is the longest)
 *   &nameX    the longest row that may be bare; in an attribute not if a letter, a digit or = follows
 *   &#1; &#x1 a number, with or without a semicolon
 */
#include "libextract/html/reference.h"

#include <string.h>

typedef struct {
  const char *name;
  guint16 code;
  guint8 bare; /* 1 if it holds without a semicolon */
} Name;

/* Sorted. None of them is white space: text with such a reference may be blank, see scanner.c. */
/* clang-format off */
static const Name names[] = {
  { "AElig", 0xc6, 1 }, { "AMP", 0x26, 1 }, { "Aacute", 0xc1, 1 }, { "Abreve", 0x102, 0 },
  { "Acirc", 0xc2, 1 }, { "Agrave", 0xc0, 1 }, { "Alpha", 0x391, 0 }, { "Aogon", 0x104, 0 },
  { "Aring", 0xc5, 1 }, { "Atilde", 0xc3, 1 }, { "Auml", 0xc4, 1 }, { "Beta", 0x392, 0 },
  { "COPY", 0xa9, 1 }, { "Cacute", 0x106, 0 }, { "Ccaron", 0x10c, 0 }, { "Ccedil", 0xc7, 1 },
  { "Chi", 0x3a7, 0 }, { "Dagger", 0x2021, 0 }, { "Dcaron", 0x10e, 0 }, { "Delta", 0x394, 0 },
  { "ETH", 0xd0, 1 }, { "Eacute", 0xc9, 1 }, { "Ecaron", 0x11a, 0 }, { "Ecirc", 0xca, 1 },
  { "Egrave", 0xc8, 1 }, { "Eogon", 0x118, 0 }, { "Epsilon", 0x395, 0 }, { "Eta", 0x397, 0 },
  { "Euml", 0xcb, 1 }, { "GT", 0x3e, 1 }, { "Gamma", 0x393, 0 }, { "Gbreve", 0x11e, 0 }, { "Hat", 0x5e, 0 },
  { "Iacute", 0xcd, 1 }, { "Icirc", 0xce, 1 }, { "Igrave", 0xcc, 1 }, { "Iota", 0x399, 0 },
  { "Iuml", 0xcf, 1 }, { "Kappa", 0x39a, 0 }, { "LT", 0x3c, 1 }, { "Lambda", 0x39b, 0 },
  { "Lstrok", 0x141, 0 }, { "Mu", 0x39c, 0 }, { "Nacute", 0x143, 0 }, { "Ncaron", 0x147, 0 },
  { "Ntilde", 0xd1, 1 }, { "Nu", 0x39d, 0 }, { "OElig", 0x152, 0 }, { "Oacute", 0xd3, 1 },
  { "Ocirc", 0xd4, 1 }, { "Odblac", 0x150, 0 }, { "Ograve", 0xd2, 1 }, { "Omega", 0x3a9, 0 },
  { "Omicron", 0x39f, 0 }, { "Oslash", 0xd8, 1 }, { "Otilde", 0xd5, 1 }, { "Ouml", 0xd6, 1 },
  { "Phi", 0x3a6, 0 }, { "Pi", 0x3a0, 0 }, { "Prime", 0x2033, 0 }, { "Psi", 0x3a8, 0 }, { "QUOT", 0x22, 1 },
  { "REG", 0xae, 1 }, { "Rcaron", 0x158, 0 }, { "Rho", 0x3a1, 0 }, { "Sacute", 0x15a, 0 },
  { "Scaron", 0x160, 0 }, { "Scedil", 0x15e, 0 }, { "Sigma", 0x3a3, 0 }, { "THORN", 0xde, 1 },
  { "TRADE", 0x2122, 0 }, { "Tau", 0x3a4, 0 }, { "Tcaron", 0x164, 0 }, { "Theta", 0x398, 0 },
  { "Uacute", 0xda, 1 }, { "Ucirc", 0xdb, 1 }, { "Udblac", 0x170, 0 }, { "Ugrave", 0xd9, 1 },
  { "Upsilon", 0x3a5, 0 }, { "Uring", 0x16e, 0 }, { "Uuml", 0xdc, 1 }, { "Xi", 0x39e, 0 },
  { "Yacute", 0xdd, 1 }, { "Yuml", 0x178, 0 }, { "Zacute", 0x179, 0 }, { "Zcaron", 0x17d, 0 },
  { "Zdot", 0x17b, 0 }, { "Zeta", 0x396, 0 }, { "aacute", 0xe1, 1 }, { "abreve", 0x103, 0 },
  { "acirc", 0xe2, 1 }, { "acute", 0xb4, 1 }, { "aelig", 0xe6, 1 }, { "agrave", 0xe0, 1 },
  { "alefsym", 0x2135, 0 }, { "alpha", 0x3b1, 0 }, { "amacr", 0x101, 0 }, { "amp", 0x26, 1 },
  { "and", 0x2227, 0 }, { "ang", 0x2220, 0 }, { "aogon", 0x105, 0 }, { "apos", 0x27, 0 },
  { "aring", 0xe5, 1 }, { "ast", 0x2a, 0 }, { "asymp", 0x2248, 0 }, { "atilde", 0xe3, 1 },
  { "auml", 0xe4, 1 }, { "bdquo", 0x201e, 0 }, { "beta", 0x3b2, 0 }, { "bigstar", 0x2605, 0 },
  { "blacksquare", 0x25aa, 0 }, { "brvbar", 0xa6, 1 }, { "bsol", 0x5c, 0 }, { "bull", 0x2022, 0 },
  { "cacute", 0x107, 0 }, { "cap", 0x2229, 0 }, { "ccaron", 0x10d, 0 }, { "ccedil", 0xe7, 1 },
  { "cedil", 0xb8, 1 }, { "cent", 0xa2, 1 }, { "centerdot", 0xb7, 0 }, { "check", 0x2713, 0 },
  { "chi", 0x3c7, 0 }, { "circ", 0x2c6, 0 }, { "clubs", 0x2663, 0 }, { "colon", 0x3a, 0 },
  { "comma", 0x2c, 0 }, { "commat", 0x40, 0 }, { "cong", 0x2245, 0 }, { "copy", 0xa9, 1 },
  { "copysr", 0x2117, 0 }, { "crarr", 0x21b5, 0 }, { "cup", 0x222a, 0 }, { "curren", 0xa4, 1 },
  { "dArr", 0x21d3, 0 }, { "dagger", 0x2020, 0 }, { "darr", 0x2193, 0 }, { "dash", 0x2010, 0 },
  { "dcaron", 0x10f, 0 }, { "deg", 0xb0, 1 }, { "delta", 0x3b4, 0 }, { "diams", 0x2666, 0 },
  { "divide", 0xf7, 1 }, { "dollar", 0x24, 0 }, { "dtrif", 0x25be, 0 }, { "eacute", 0xe9, 1 },
  { "ecaron", 0x11b, 0 }, { "ecirc", 0xea, 1 }, { "egrave", 0xe8, 1 }, { "emacr", 0x113, 0 },
  { "empty", 0x2205, 0 }, { "emsp", 0x2003, 0 }, { "ensp", 0x2002, 0 }, { "eogon", 0x119, 0 },
  { "epsilon", 0x3b5, 0 }, { "equals", 0x3d, 0 }, { "equiv", 0x2261, 0 }, { "eta", 0x3b7, 0 },
  { "eth", 0xf0, 1 }, { "euml", 0xeb, 1 }, { "euro", 0x20ac, 0 }, { "excl", 0x21, 0 },
  { "exist", 0x2203, 0 }, { "female", 0x2640, 0 }, { "fnof", 0x192, 0 }, { "forall", 0x2200, 0 },
  { "frac12", 0xbd, 1 }, { "frac13", 0x2153, 0 }, { "frac14", 0xbc, 1 }, { "frac15", 0x2155, 0 },
  { "frac18", 0x215b, 0 }, { "frac23", 0x2154, 0 }, { "frac34", 0xbe, 1 }, { "frac38", 0x215c, 0 },
  { "frac58", 0x215d, 0 }, { "frac78", 0x215e, 0 }, { "frasl", 0x2044, 0 }, { "gamma", 0x3b3, 0 },
  { "gbreve", 0x11f, 0 }, { "ge", 0x2265, 0 }, { "grave", 0x60, 0 }, { "gt", 0x3e, 1 },
  { "hArr", 0x21d4, 0 }, { "harr", 0x2194, 0 }, { "hearts", 0x2665, 0 }, { "hellip", 0x2026, 0 },
  { "horbar", 0x2015, 0 }, { "hyphen", 0x2010, 0 }, { "iacute", 0xed, 1 }, { "icirc", 0xee, 1 },
  { "iexcl", 0xa1, 1 }, { "igrave", 0xec, 1 }, { "imacr", 0x12b, 0 }, { "image", 0x2111, 0 },
  { "imath", 0x131, 0 }, { "infin", 0x221e, 0 }, { "int", 0x222b, 0 }, { "iota", 0x3b9, 0 },
  { "iquest", 0xbf, 1 }, { "isin", 0x2208, 0 }, { "iuml", 0xef, 1 }, { "kappa", 0x3ba, 0 },
  { "lArr", 0x21d0, 0 }, { "lambda", 0x3bb, 0 }, { "lang", 0x27e8, 0 }, { "laquo", 0xab, 1 },
  { "larr", 0x2190, 0 }, { "lbrace", 0x7b, 0 }, { "lbrack", 0x5b, 0 }, { "lceil", 0x2308, 0 },
  { "lcub", 0x7b, 0 }, { "ldquo", 0x201c, 0 }, { "ldquor", 0x201e, 0 }, { "le", 0x2264, 0 },
  { "leftarrow", 0x2190, 0 }, { "lfloor", 0x230a, 0 }, { "lowast", 0x2217, 0 }, { "lowbar", 0x5f, 0 },
  { "loz", 0x25ca, 0 }, { "lpar", 0x28, 0 }, { "lrm", 0x200e, 0 }, { "lsaquo", 0x2039, 0 },
  { "lsqb", 0x5b, 0 }, { "lsquo", 0x2018, 0 }, { "lsquor", 0x201a, 0 }, { "lstrok", 0x142, 0 },
  { "lt", 0x3c, 1 }, { "ltrif", 0x25c2, 0 }, { "macr", 0xaf, 1 }, { "male", 0x2642, 0 },
  { "mdash", 0x2014, 0 }, { "micro", 0xb5, 1 }, { "middot", 0xb7, 1 }, { "minus", 0x2212, 0 },
  { "mldr", 0x2026, 0 }, { "mu", 0x3bc, 0 }, { "nabla", 0x2207, 0 }, { "nacute", 0x144, 0 },
  { "nbsp", 0xa0, 1 }, { "ncaron", 0x148, 0 }, { "ndash", 0x2013, 0 }, { "ne", 0x2260, 0 },
  { "ni", 0x220b, 0 }, { "not", 0xac, 1 }, { "notin", 0x2209, 0 }, { "nsub", 0x2284, 0 },
  { "ntilde", 0xf1, 1 }, { "nu", 0x3bd, 0 }, { "num", 0x23, 0 }, { "numero", 0x2116, 0 },
  { "oacute", 0xf3, 1 }, { "ocirc", 0xf4, 1 }, { "odblac", 0x151, 0 }, { "oelig", 0x153, 0 },
  { "ograve", 0xf2, 1 }, { "oline", 0x203e, 0 }, { "omacr", 0x14d, 0 }, { "omega", 0x3c9, 0 },
  { "omicron", 0x3bf, 0 }, { "oplus", 0x2295, 0 }, { "or", 0x2228, 0 }, { "ordf", 0xaa, 1 },
  { "ordm", 0xba, 1 }, { "oslash", 0xf8, 1 }, { "otilde", 0xf5, 1 }, { "otimes", 0x2297, 0 },
  { "ouml", 0xf6, 1 }, { "para", 0xb6, 1 }, { "part", 0x2202, 0 }, { "percnt", 0x25, 0 },
  { "period", 0x2e, 0 }, { "permil", 0x2030, 0 }, { "perp", 0x22a5, 0 }, { "phi", 0x3c6, 0 },
  { "phone", 0x260e, 0 }, { "pi", 0x3c0, 0 }, { "piv", 0x3d6, 0 }, { "plus", 0x2b, 0 },
  { "plusmn", 0xb1, 1 }, { "pound", 0xa3, 1 }, { "prime", 0x2032, 0 }, { "prod", 0x220f, 0 },
  { "prop", 0x221d, 0 }, { "psi", 0x3c8, 0 }, { "quest", 0x3f, 0 }, { "quot", 0x22, 1 },
  { "rArr", 0x21d2, 0 }, { "radic", 0x221a, 0 }, { "rang", 0x27e9, 0 }, { "raquo", 0xbb, 1 },
  { "rarr", 0x2192, 0 }, { "rbrace", 0x7d, 0 }, { "rbrack", 0x5d, 0 }, { "rcaron", 0x159, 0 },
  { "rceil", 0x2309, 0 }, { "rcub", 0x7d, 0 }, { "rdquo", 0x201d, 0 }, { "rdquor", 0x201d, 0 },
  { "real", 0x211c, 0 }, { "reg", 0xae, 1 }, { "rfloor", 0x230b, 0 }, { "rho", 0x3c1, 0 },
  { "rightarrow", 0x2192, 0 }, { "rlm", 0x200f, 0 }, { "rpar", 0x29, 0 }, { "rsaquo", 0x203a, 0 },
  { "rsqb", 0x5d, 0 }, { "rsquo", 0x2019, 0 }, { "rsquor", 0x2019, 0 }, { "rtrif", 0x25b8, 0 },
  { "sacute", 0x15b, 0 }, { "sbquo", 0x201a, 0 }, { "scaron", 0x161, 0 }, { "scedil", 0x15f, 0 },
  { "sdot", 0x22c5, 0 }, { "sect", 0xa7, 1 }, { "semi", 0x3b, 0 }, { "shy", 0xad, 1 },
  { "sigma", 0x3c3, 0 }, { "sigmaf", 0x3c2, 0 }, { "sim", 0x223c, 0 }, { "sol", 0x2f, 0 },
  { "spades", 0x2660, 0 }, { "squ", 0x25a1, 0 }, { "star", 0x2606, 0 }, { "starf", 0x2605, 0 },
  { "sub", 0x2282, 0 }, { "sube", 0x2286, 0 }, { "sum", 0x2211, 0 }, { "sup", 0x2283, 0 },
  { "sup1", 0xb9, 1 }, { "sup2", 0xb2, 1 }, { "sup3", 0xb3, 1 }, { "supe", 0x2287, 0 },
  { "szlig", 0xdf, 1 }, { "tau", 0x3c4, 0 }, { "tcaron", 0x165, 0 }, { "there4", 0x2234, 0 },
  { "theta", 0x3b8, 0 }, { "thetasym", 0x3d1, 0 }, { "thinsp", 0x2009, 0 }, { "thorn", 0xfe, 1 },
  { "tilde", 0x2dc, 0 }, { "times", 0xd7, 1 }, { "trade", 0x2122, 0 }, { "uArr", 0x21d1, 0 },
  { "uacute", 0xfa, 1 }, { "uarr", 0x2191, 0 }, { "ucirc", 0xfb, 1 }, { "udblac", 0x171, 0 },
  { "ugrave", 0xf9, 1 }, { "umacr", 0x16b, 0 }, { "uml", 0xa8, 1 }, { "upsih", 0x3d2, 0 },
  { "upsilon", 0x3c5, 0 }, { "uring", 0x16f, 0 }, { "utrif", 0x25b4, 0 }, { "uuml", 0xfc, 1 },
  { "verbar", 0x7c, 0 }, { "vert", 0x7c, 0 }, { "weierp", 0x2118, 0 }, { "xi", 0x3be, 0 },
  { "yacute", 0xfd, 1 }, { "yen", 0xa5, 1 }, { "yuml", 0xff, 1 }, { "zacute", 0x17a, 0 },
  { "zcaron", 0x17e, 0 }, { "zdot", 0x17c, 0 }, { "zeta", 0x3b6, 0 }, { "zwj", 0x200d, 0 },
  { "zwnj", 0x200c, 0 },
};
/* clang-format on */

guint
extract_reference_get_n_names (void)
{
  return G_N_ELEMENTS (names);
}

const char *
extract_reference_get_name (guint i)
{
  return names[i].name;
}

#define MAX_NAME 32
#define MAX_BARE 6 /* bytes of the longest name that may be bare */

static const Name *
name_find (const char *name, gsize length)
{
  static guint16 first['z' - 'A' + 2]; /* of each letter its first row */
  static gsize once;
  gsize low, high;

  if (g_once_init_enter (&once)) {
    for (guint l = 0, i = 0; l < G_N_ELEMENTS (first); l++) {
      while (i < G_N_ELEMENTS (names) && names[i].name[0] < (char) ('A' + l))
        i++;
      first[l] = i;
    }
    g_once_init_leave (&once, 1);
  }
  low = first[*name - 'A'];
  high = first[*name - 'A' + 1];
  while (low < high) {
    gsize middle = (low + high) / 2;
    int order = strncmp (names[middle].name, name, length);

    if (order == 0 && names[middle].name[length] == '\0')
      return &names[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* What windows-1252 has in the place of controls. */
static const guint16 windows[] = {
  0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
  0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
  0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178,
};

/* @p: behind the &# */
static ExtractReference
read_number (const char *p, const char *end, guint32 *code, const char **next)
{
  gboolean hex = p < end && (*p == 'x' || *p == 'X');
  const char *digits = p + hex;
  guint64 value = 0;

  for (p = digits; p < end && (hex ? g_ascii_isxdigit (*p) : g_ascii_isdigit (*p)); p++)
    value = MIN (value * (hex ? 16 : 10) + g_ascii_xdigit_value (*p), G_MAXUINT32);
  if (p == digits)
    return EXTRACT_REFERENCE_NONE;
  *next = p < end && *p == ';' ? p + 1 : p;
  if (value > G_MAXINT32)
    return EXTRACT_REFERENCE_HUGE;
  if (value >= 0x80 && value < 0x80 + G_N_ELEMENTS (windows))
    value = windows[value - 0x80];
  if (value == 0 || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
    value = 0xfffd;
  *code = value;
  return EXTRACT_REFERENCE_CODE;
}

ExtractReference
extract_reference_read (const char *p, const char *end, gboolean in_attribute, guint32 *code,
                        const char **next)
{
  const char *start = ++p;
  const Name *name;

  *next = start;
  if (p < end && *p == '#')
    return read_number (p + 1, end, code, next);
  while (p < end && g_ascii_isalnum (*p))
    p++;
  if (p == start || g_ascii_isdigit (*start))
    return EXTRACT_REFERENCE_NONE;
  if (p < end && *p == ';') {
    name = p - start <= MAX_NAME ? name_find (start, p - start) : NULL;
    if (!name)
      return EXTRACT_REFERENCE_UNKNOWN;
    *next = p + 1;
    *code = name->code;
    return EXTRACT_REFERENCE_CODE;
  }
  for (gsize length = MIN (p - start, MAX_BARE); length >= 2; length--) {
    name = name_find (start, length);
    if (!name || !name->bare)
      continue;
    /* Letters that are not ASCII depend on the locale, there. */
    if (in_attribute && start + length < end && (guchar) start[length] >= 0x80)
      return EXTRACT_REFERENCE_UNKNOWN;
    if (in_attribute && start + length < end && (start[length] == '=' || g_ascii_isalnum (start[length])))
      return EXTRACT_REFERENCE_NONE;
    *next = start + length;
    *code = name->code;
    return EXTRACT_REFERENCE_CODE;
  }
  return EXTRACT_REFERENCE_NONE;
}

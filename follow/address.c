/* SPDX-License-Identifier: MIT */
#include "follow/address.h"

#include <string.h>

/* Addresses that are longer are somebody's mistake, or a trap. */
#define MAX_ADDRESS 2048

/* ---- One form ------------------------------------------------------------------------------------------ */

static gboolean
is_unreserved (guchar c)
{
  return g_ascii_isalnum (c) || strchr ("-._~", c);
}

/* %41 is A, %c3 is %C3, and what may not stand there is written as %C3. */
static void
append_part (GString *out, const char *part, gsize n)
{
  for (gsize i = 0; i < n; i++) {
    guchar c = (guchar) part[i];

    if (c == '%' && i + 2 < n && g_ascii_isxdigit (part[i + 1]) && g_ascii_isxdigit (part[i + 2])) {
      c = (guchar) (g_ascii_xdigit_value (part[i + 1]) << 4 | g_ascii_xdigit_value (part[i + 2]));
      i += 2;
      if (c != '\0' && is_unreserved (c))
        g_string_append_c (out, (char) c);
      else
        g_string_append_printf (out, "%%%02X", c);
    } else if (c <= ' ' || c >= 127 || strchr ("\"<>\\^`{|}", c))
      g_string_append_printf (out, "%%%02X", c);
    else
      g_string_append_c (out, (char) c);
  }
}

static gboolean
is_port_of_scheme (const GUri *uri)
{
  const int port = g_uri_get_port ((GUri *) uri);

  return port < 0 || port == (strcmp (g_uri_get_scheme ((GUri *) uri), "https") == 0 ? 443 : 80);
}

/* Names, and addresses of both kinds; letters of all alphabets. */
static gboolean
is_host (const char *host)
{
  for (const char *p = host; *p; p++)
    if ((guchar) *p < 0x80 && !g_ascii_isalnum (*p) && !strchr (".-_:%", *p))
      return FALSE;
  return *host != '\0';
}

/* A base of no account: resolving against it removes "." and "..". */
static GUri *
parse (const char *address)
{
  const GUriFlags flags = G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED;
  g_autoptr (GUri) base = g_uri_parse ("http://base.invalid/", flags, NULL);
  g_autoptr (GUri) uri = g_uri_parse_relative (base, address, flags, NULL);

  if (!uri || !g_uri_get_host (uri) || !is_host (g_uri_get_host (uri)) || g_uri_get_userinfo (uri))
    return NULL;
  return g_steal_pointer (&uri);
}

char *
follow_address_dup (const char *address)
{
  const gboolean is_web = g_ascii_strncasecmp (address, "http://", strlen ("http://")) == 0 ||
                          g_ascii_strncasecmp (address, "https://", strlen ("https://")) == 0;
  g_autoptr (GUri) uri = is_web && strlen (address) <= MAX_ADDRESS ? parse (address) : NULL;
  g_autofree char *host = NULL;
  GString *out = NULL;

  if (!uri)
    return NULL;
  host = g_ascii_strdown (g_uri_get_host (uri), -1);
  out = g_string_new (g_uri_get_scheme (uri));
  g_string_append_printf (out, strchr (host, ':') ? "://[%s]" : "://%s", host);
  if (!is_port_of_scheme (uri))
    g_string_append_printf (out, ":%d", g_uri_get_port (uri));
  const char *path = g_uri_get_path (uri), *query = g_uri_get_query (uri);
  if (*path != '/')
    g_string_append_c (out, '/');
  append_part (out, path, strlen (path));
  if (query) {
    g_string_append_c (out, '?');
    append_part (out, query, strlen (query));
  }
  return g_string_free (out, FALSE);
}

/* ---- One page ------------------------------------------------------------------------------------------ */

/* Names of a query, a star for any rest: who came from where, and in which session. */
static const char *const idle[] = { "utm_*",     "fbclid",       "gclid",  "dclid",     "msclkid",
                                    "yclid",     "mc_cid",       "mc_eid", "_ga",       "igshid",
                                    "wt_mc",     "wt_zmc",       "icid",   "phpsessid", "jsessionid",
                                    "sessionid", "aspsessionid*" };

static gboolean
is_idle (const char *pair)
{
  g_autofree char *name = g_ascii_strdown (pair, (gssize) strcspn (pair, "="));

  for (guint i = 0; i < G_N_ELEMENTS (idle); i++) {
    const gsize n = strcspn (idle[i], "*");
    if (strncmp (name, idle[i], n) == 0 && (idle[i][n] == '*' || name[n] == '\0'))
      return TRUE;
  }
  return FALSE;
}

char *
follow_address_dup_key (const char *address)
{
  const char *query = strchr (address, '?');
  const gsize n_path = query ? (gsize) (query - address) : strlen (address);
  GString *key = g_string_new_len (address, (gssize) n_path);
  char *session = strstr (key->str, ";jsessionid=");
  char before = '?';

  if (session)
    g_string_truncate (key, (gsize) (session - key->str));
  g_auto (GStrv) pairs = query ? g_strsplit (query + 1, "&", -1) : NULL;
  for (char **pair = pairs; pair && *pair; pair++) {
    if (!**pair || is_idle (*pair))
      continue;
    g_string_append_c (key, before);
    g_string_append (key, *pair);
    before = '&';
  }
  return g_string_free (key, FALSE);
}

/* ---- Sites --------------------------------------------------------------------------------------------- */

char *
follow_address_dup_site (const char *address)
{
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED, NULL);
  g_autofree char *host = g_ascii_strdown (uri && g_uri_get_host (uri) ? g_uri_get_host (uri) : "", -1);

  return g_strdup (g_str_has_prefix (host, "www.") ? host + strlen ("www.") : host);
}

gboolean
follow_address_is_of_site (const char *address, const char *site)
{
  g_autofree char *own = follow_address_dup_site (address);
  const gsize n = strlen (own), n_site = strlen (site);

  return n_site > 0 && n >= n_site && strcmp (own + n - n_site, site) == 0 &&
         (n == n_site || own[n - n_site - 1] == '.');
}

/* ---- Deeds --------------------------------------------------------------------------------------------- */

/* Words of addresses, without what parts them: "add-to-cart" is "addtocart". A whole segment or value has to
 * be one: articles have such words among others. */
static const char *const deeds[] = {
  /* in and out */
  "login",
  "logon",
  "signin",
  "signup",
  "logout",
  "logoff",
  "signout",
  "register",
  "registration",
  "auth",
  "oauth",
  "sso",
  "account",
  "myaccount",
  "myprofile",
  "settings",
  "password",
  "lostpassword",
  "resetpassword",
  "wplogin",
  "userlogin",
  "anmelden",
  "abmelden",
  "einloggen",
  "ausloggen",
  "registrieren",
  "connexion",
  "deconnexion",
  "seconnecter",
  "sedeconnecter",
  "inscription",
  "iniciarsesion",
  "cerrarsesion",
  "registro",
  "registrarse",
  "salir",
  "entrar",
  "sair",
  "accedi",
  "esci",
  "registrati",
  "inloggen",
  "uitloggen",
  "aanmelden",
  "afmelden",
  "loggain",
  "loggaut",
  "logind",
  "zaloguj",
  "wyloguj",
  "logowanie",
  "wylogowanie",
  "rejestracja",
  "prihlaseni",
  "odhlaseni",
  "registrace",
  "bejelentkezes",
  "kijelentkezes",
  "cikis",
  "kirjaudu",
  "vhod",
  "vyhod",
  "voyti",
  "vyyti",
  /* buying */
  "cart",
  "addtocart",
  "basket",
  "addtobasket",
  "checkout",
  "buy",
  "buynow",
  "ordernow",
  "purchase",
  "pay",
  "payment",
  "donate",
  "wishlist",
  "addtowishlist",
  "warenkorb",
  "kasse",
  "kaufen",
  "bestellen",
  "bezahlen",
  "spenden",
  "merkzettel",
  "panier",
  "acheter",
  "commander",
  "paiement",
  "carrito",
  "comprar",
  "pagar",
  "carrinho",
  "carrello",
  "acquista",
  "winkelwagen",
  "winkelmand",
  "afrekenen",
  "varukorg",
  "kundvagn",
  "kurv",
  "ostoskori",
  "koszyk",
  "kup",
  "zamowienie",
  "kosik",
  "kosar",
  "penztar",
  "sepet",
  "korzina",
  "kupit",
  /* writing and taking away */
  "delete",
  "remove",
  "destroy",
  "edit",
  "submit",
  "send",
  "newpost",
  "newthread",
  "newtopic",
  "reply",
  "postreply",
  "vote",
  "upvote",
  "downvote",
  "like",
  "unlike",
  "follow",
  "unfollow",
  "subscribe",
  "unsubscribe",
  "confirm",
  "activate",
  "upload",
  "share",
  "sendmail",
  "emailtofriend",
  "sendtofriend",
  "markread",
  "trash",
  "purge",
  "rollback",
  "revert",
  "undo",
  "loschen",
  "entfernen",
  "bearbeiten",
  "senden",
  "antworten",
  "melden",
  "abonnieren",
  "abbestellen",
  "supprimer",
  "modifier",
  "envoyer",
  "repondre",
  "signaler",
  "sabonner",
  "sedesabonner",
  "eliminar",
  "borrar",
  "editar",
  "enviar",
  "responder",
  "denunciar",
  "suscribirse",
  "excluir",
  "apagar",
  "assinar",
  "elimina",
  "modifica",
  "invia",
  "rispondi",
  "iscriviti",
  "verwijderen",
  "bewerken",
  "usun",
  "edytuj",
  "wyslij",
  "odpowiedz",
  "smazat",
  "upravit",
  "odeslat",
  "torles",
  "szerkesztes",
  "kuldes",
  "sil",
  "gonder",
  "udalit",
  "otpravit",
  /* what is no page to read */
  "print",
  "printable",
  "druck",
  "drucken",
  "imprimer",
  "imprimir",
  "stampa",
  "drukuj",
  "download",
  "export",
};

static gboolean
is_deed (const char *word, gsize n)
{
  g_autoptr (GString) bare = g_string_new (NULL);

  for (gsize i = 0; i < n && word[i] != '.'; i++)
    if (!strchr ("-_~ +", word[i]))
      g_string_append_c (bare, g_ascii_tolower (word[i]));
  for (guint i = 0; i < G_N_ELEMENTS (deeds); i++)
    if (strcmp (bare->str, deeds[i]) == 0)
      return TRUE;
  return FALSE;
}

gboolean
follow_address_is_deed (const char *address)
{
  const char *start = strstr (address, "://");
  const char *p = start ? start + 3 + strcspn (start + 3, "/?#") : address;

  while (*p) {
    const gsize n = strcspn (p, "/?&=;#:,");

    if (is_deed (p, n))
      return TRUE;
    p += n + (p[n] != '\0');
  }
  return FALSE;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static const char *const files[] = {
  "pdf",  "ps",   "doc",  "docx",  "odt", "rtf",  "xls",     "xlsx", "ods", "csv",  "ppt",  "pptx",
  "odp",  "epub", "mobi", "djvu",  "zip", "gz",   "tgz",     "bz2",  "xz",  "7z",   "rar",  "tar",
  "iso",  "dmg",  "exe",  "msi",   "deb", "rpm",  "apk",     "jar",  "jpg", "jpeg", "png",  "gif",
  "webp", "svg",  "bmp",  "ico",   "tif", "tiff", "avif",    "mp3",  "mp4", "m4a",  "ogg",  "oga",
  "ogv",  "wav",  "flac", "webm",  "avi", "mov",  "mkv",     "m3u8", "css", "js",   "json", "xml",
  "rss",  "atom", "ics",  "woff2", "bib", "ris",  "torrent",
};

gboolean
follow_address_is_file (const char *address)
{
  const char *start = strstr (address, "://");
  const char *path = start ? start + 3 + strcspn (start + 3, "/?#") : address;
  g_autofree char *clean = g_ascii_strdown (path, (gssize) strcspn (path, "?#"));
  const char *name = strrchr (clean, '/');
  const char *dot = strrchr (name ? name : clean, '.');

  for (guint i = 0; dot && i < G_N_ELEMENTS (files); i++)
    if (strcmp (dot + 1, files[i]) == 0)
      return TRUE;
  return FALSE;
}

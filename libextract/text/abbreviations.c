/* SPDX-License-Identifier: MIT */
/*
 * THE table of abbreviations: a row for each language. A word in small letters is meant in capitals, too; one
 * with a capital only as it stands. Single letters need no entry but for what may end a sentence behind a
 * number: "2011 r."
 */
#include "libextract/text/abbreviations.h"

#include <string.h>

/* Longer ones are in no row. */
#define MAX_BYTES 40

typedef struct {
  const char *language;
  GUnicodeScript script;
  gboolean ordinals;
  const char *inside;
  const char *before_number;
  const char *last;
  const char *beginnings; /* in small letters */
} Row;

/* clang-format off */
static const Row rows[] = {
  /* In all languages. */
  { "", G_UNICODE_SCRIPT_COMMON, FALSE,
    "dr prof mr mrs ms vs viz cf ca cca resp tel e.g i.e",
    "no nos nr p pp pag vol vols fig figs art",
    "etc inc ltd corp jr sr ph.d a.m p.m", "" },
  { "en", G_UNICODE_SCRIPT_LATIN, FALSE,
    "messrs mmes drs revd Rev Hon Pres Gov Sen Rep Gen Col Maj Capt Cpt Lt Sgt Cpl Cmdr Cdr Adm Brig Supt Det Insp "
    "Ft Mt Mts Pt St Ste Fr approx esp incl excl assn dept univ v abbr orig repr trans",
    "eq eqs ch chap chaps sec secs par para ver pt pts ed approx c jan feb mar apr jun jul aug sep sept oct nov "
    "dec mon tue tues wed thu thurs fri lot bk",
    "co bros esq ave blvd rd hwy al eds est oz lb lbs tsp tbsp hrs mins u.s u.k u.n d.c b.c a.d b.a m.a m.d b.s m.s "
    "llc plc dist",
    "the this that these those it he she they we you a an in on at for from with but and or so if when while as "
    "after before since by its his her their our there here however although though also both each all many most "
    "some one two what who how why no not now then once until because i my" },
  { "de", G_UNICODE_SCRIPT_LATIN, TRUE,
    "bzw evtl ggf inkl exkl sog vgl dipl ing Hr Hrn Fr Frl St hl Hl geb gest verh zzgl abzgl mind max min ungef eigtl "
    "d.h z.b z.t i.d.r u.u b.z.w s.o s.u insb insbes einschl ausschl betr bes gegr hrsg lat engl frz ital span "
    "griech Str Tel Univ Abt stv rd urspr bspw",
    "abs art abb bd bde kap nr s tab ziff aufl anm jan febr feb apr aug sept sep okt nov dez mo di mi fr sa so",
    "usw u.a o.ä u.ä u.v.m u.s.w usf mio mrd tsd jh jhd jhdt std sek co ff n.chr v.chr",
    "der die das ein eine es er sie wir ich in im am auf mit für von bei nach aber und doch auch so wenn als da "
    "diese dieser dieses" },
  { "fr", G_UNICODE_SCRIPT_LATIN, FALSE,
    "mm mme mlle mmes mlles pr me st ste sts stes mgr env av apr cf ex dépt bd boul tél adj gén col cap lt sgt",
    "chap art fig éd janv févr juil sept oct nov déc avr n ann",
    "éd coll hab j.-c",
    "le la les un une des il elle ils elles on nous vous je ce cet cette ces en dans à au aux pour par avec mais et "
    "si" },
  { "es", G_UNICODE_SCRIPT_LATIN, FALSE,
    "sr sra srta sres sras dra dres dras dña d.ª lic ing arq profa gral cnel cap tte sgto excmo excma ilmo ilma sto sta "
    "mons pbro ej EE ntra av avda pza dpto admón aprox máx mín edo",
    "pág págs núm núms cap caps col ed t tomo",
    "ud uds vd vds UU ee.uu a.c d.c s.a s.l cía hnos ss",
    "el la los las un una unos es en de por para con pero y si no se su este esta estos según como al" },
  { "it", G_UNICODE_SCRIPT_LATIN, FALSE,
    "sig sigg sig.ra sig.na dott dott.ssa prof.ssa proff ing avv arch geom rag on sen mons gen col cap ten cfr ca tel "
    "dir rev spett egr gent v.le p.za s.ta",
    "pag pagg pp n nn nr cap capp artt fig figg tav vol voll es",
    "ecc s.p.a s.r.l a.c d.c ss co",
    "il lo la i gli le un una in di da con per ma e se non si è al questo questa" },
  { "pt", G_UNICODE_SCRIPT_LATIN, FALSE,
    "sr sra srs sras dra drs dras profa profs eng exmo exma ilmo ilma gen cel cap ten sgt d dona sto sta av aprox ex "
    "dept tel v.exa",
    "pág págs núm cap caps séc t n",
    "ltda cia a.c d.c s.a lda",
    "o a os as um uma em no na de por para com mas e se não este esta isto ele ela eles" },
  { "nl", G_UNICODE_SCRIPT_LATIN, FALSE,
    "dhr mevr mw mej drs ir ing ds jl jhr st bijv o.a m.b.t i.v.m d.w.z t.o.v m.u.v nl max min incl excl evt vgl "
    "resp m.n i.p.v t.g.v a.h.w i.t.t plm afd gem hr",
    "blz afb hfst jan febr feb mrt apr aug sept okt nov dec",
    "bv enz e.d a.u.b e.a mln mld c.s v.chr n.chr",
    "de het een in op aan met voor van bij maar en dat dit deze die er hij zij ze we wij ik" },
  { "pl", G_UNICODE_SCRIPT_LATIN, TRUE,
    "mgr inż hab doc lek gen płk ppłk mjr kpt por ppor sierż kpr ks bp abp kard św bł red dyr np tzn tj tzw m.in "
    "ok ul al pl os woj pow gm im zob cyt łac ang niem fr ros wł hiszp czes jap tel wew wyd przyp tłum oprac ds dł "
    "szer wys płn płd pn pd wsch zach ww zw czyt ur zm sp jw ew ewent szt w.w tys adw sędz prok wg vel dot",
    "nr str s t rys tab art ust pkt par poz godz rozdz kl lit zał roz",
    "itd itp etc r w zł gr mln mld ha cd cdn br ub z.o.o n.e p.n.e mies sek min",
    "w na z do po o nie to jest się i a ale ten ta te od za jak tak gdy jego jej ich dla przy" },
  { "cs", G_UNICODE_SCRIPT_LATIN, TRUE,
    "např tzv tj mj popř event ing mgr bc mudr judr rndr phdr paeddr mvdr thdr doc gen plk pplk mjr kpt npor ppor sv "
    "ul nám tř tis pozn red tzn angl něm franc lat řec rus zkr zvl zejm srov max min odd býv t.č t.j",
    "č čís str s obr tab odst písm kap roč st čl",
    "apod atd aj kč mil mld hod sek r csc drsc př.n.l n.l a.s s.r.o",
    "v na z do po o s a ale ten ta to je se i jak když podle pro při od za k" },
  { "sk", G_UNICODE_SCRIPT_LATIN, TRUE,
    "napr tzv tj t.j ing mgr bc mudr judr rndr phdr doc gen plk sv ul nám tis príp pozn red max min býv zn angl nem",
    "č str s obr tab ods písm kap čl",
    "atď pod hod mil mld r csc phd a.s s.r.o",
    "v na z do po o s a ale ten tá to je sa i ako keď podľa pre pri od za k" },
  { "sv", G_UNICODE_SCRIPT_LATIN, FALSE,
    "t.ex bl.a d.v.s dvs avd jfr ev inkl exkl obs f.d s.k p.g.a pga fr.o.m t.o.m st hr fr m.a.o t.h eg",
    "kl sid s kap tab jan febr feb mars apr aug sept okt nov dec",
    "m.fl m.m o.s.v osv o.d kr milj mkr tkr mdr f.n e.kr f.kr",
    "det den de en ett i på av för med men och att han hon vi jag om när som detta" },
  { "da", G_UNICODE_SCRIPT_LATIN, TRUE,
    "f.eks bl.a d.v.s dvs hhv evt inkl ekskl pga p.g.a iflg ift f.o.m t.o.m cand mag fhv jf skt ang adm",
    "kl s kap jan febr feb mar apr aug sept okt nov dec stk",
    "m.m m.v mv osv kr mio mia m.fl tlf f.kr e.kr",
    "det den de en et i på af for med men og at han hun vi jeg om når som dette" },
  { "no", G_UNICODE_SCRIPT_LATIN, TRUE,
    "f.eks bl.a d.v.s dvs hhv evt inkl ekskl pga p.g.a ift f.o.m t.o.m cand jf ang adm st",
    "kl s kap jan febr feb mar apr aug sept okt nov des",
    "m.m m.v mv osv kr mill mrd m.fl tlf f.kr e.kr",
    "det den de en et i på av for med men og at han hun vi jeg om når som dette" },
  { "fi", G_UNICODE_SCRIPT_LATIN, TRUE,
    "esim ks vrt ns puh toim tri dos dipl fil maist synt kuol ent nyk klo mm",
    "s sv nro os v luku",
    "ym yms jne tms milj mrd kpl eaa jaa eKr jKr",
    "se hän he me minä ja mutta kun jos tämä nämä on ei" },
  { "hu", G_UNICODE_SCRIPT_LATIN, TRUE,
    "pl ifj id özv kb ill ún ker em fszt max min vki vmi szerk ford",
    "old o sz szt jan febr márc ápr máj jún júl aug szept okt nov dec st",
    "stb vö u kft zrt nyrt bt",
    "a az egy és de ha nem ez ezek hogy is mert" },
  { "ro", G_UNICODE_SCRIPT_LATIN, FALSE,
    "dl dna d-l d-na ing ec av acad col gen lt ex aprox str bd șos jud com sf tel mun",
    "pag alin lit cap tab ap bl sc et ian feb mar apr iun iul aug sept oct noi dec",
    "ș.a ş.a lei mil mld î.hr d.hr s.a s.r.l",
    "în la pe de cu din dar și un o acest această el ea ei nu" },
  { "tr", G_UNICODE_SCRIPT_LATIN, TRUE,
    "doç yrd arş gör av müh mim gen alb yzb bşk sn bkz örn mah cad sok sk apt ort hz st yrd",
    "s sf cilt kat",
    "vb vd yy m.ö m.s a.ş şti",
    "bu bir ve ama o da de ne çok" },
  { "ru", G_UNICODE_SCRIPT_CYRILLIC, FALSE,
    "см ср им ул просп пл пер корп кв обл пос дер напр т.е т.к т.н т.о ред сост англ нем фр лат греч итал рус проф "
    "акад доц канд докт инж ген полк подполк кап лейт серж св род ум тел моб доб ок прим примеч цит соч собр тыс "
    "зам нач гос мин макс мл ст а.с",
    "т стр с рис табл д ст п пп гл разд изд вып кн ч янв фев февр мар апр авг сен сент окт ноя нояб дек",
    "г гг в вв т.д т.п др пр проч руб коп млн млрд трлн чел мин сек час ч кг км мм га экз н.э м л",
    "в на с по из от к у о и а но не что это он она они мы я как так если когда за для до при этот эта" },
  { "uk", G_UNICODE_SCRIPT_CYRILLIC, FALSE,
    "див ім вул просп пл пров корп кв обл смт напр т.зв проф акад доц канд ред упоряд пер англ нім лат гр св тел "
    "прибл прим тис зам",
    "ст с стор рис табл буд т тт п пп гл розд січ лют бер квіт трав черв лип серп вер жовт лист груд",
    "р рр т.д т.п ін грн коп млн млрд трлн чол хв сек год кг км н.е",
    "в у на з по із від до о і та а але не що це він вона вони ми я як так якщо коли за для при цей ця" },
  { "bg", G_UNICODE_SCRIPT_CYRILLIC, FALSE,
    "т.е т.н т.нар напр ул бул пл ж.к кв обл гр проф доц акад инж арх ген полк св вж виж ср им тел хил чл ал",
    "стр с т вх ет ап бл",
    "г гг в вв др пр лв ст млн млрд мин сек ч",
    "в на с по от за и а но не че това той тя те ние аз как ако когато до при този тази" },
  { "el", G_UNICODE_SCRIPT_GREEK, FALSE,
    "κα κκ κος δρ καθ π.χ δηλ βλ πρβλ τηλ οδ λεωφ αγ άγ αγ στρ μτφρ επιμ υπ εκδ γεν Γρ Παν Ευ Γεωρ Κων Δημ Ιω Νικ "
    "Χρ Αθ Στ Θεοδ Βασ Αντ Αλ Σπ Σταυ Θ Φ Αν Ελ ν.δ φ.ε.κ π.δ αρχ",
    "σελ σ αρ αριθ τόμ κεφ εδ παρ άρθρ ιαν φεβ μαρ απρ ιουν ιουλ αυγ σεπτ οκτ νοε δεκ",
    "εκατ δισ τρισ χιλ κ.λπ κλπ κ.ά κ.α κ.ο.κ κ.τ.λ κτλ μ.μ π.μ μ.χ αι ό.π συν",
    "ο η το οι τα τον την του της των στο στη στην στον στις στα με για από αυτό αυτή αυτός και ένα μια δεν να θα "
    "όμως ωστόσο επίσης" },
};
/* clang-format on */

struct _ExtractAbbreviations {
  const Row *row;
  GHashTable *words;                  /* of const char, to ExtractAbbreviation */
  GHashTable *beginnings;             /* of const char */
  const ExtractAbbreviations *common; /* (nullable): what is in all languages */
};

static ExtractAbbreviations all[G_N_ELEMENTS (rows)];

static void
add_words (GHashTable *table, const char *words, ExtractAbbreviation kind)
{
  for (const char *p = words; *p; p += strspn (p, " ")) {
    const gsize n = strcspn (p, " ");

    g_hash_table_insert (table, g_strndup (p, n), GINT_TO_POINTER (kind));
    p += n;
  }
}

static void
make_all (void)
{
  static gsize made;

  if (!g_once_init_enter (&made))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    all[i] =
        (ExtractAbbreviations){ .row = &rows[i],
                                .words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                                .beginnings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                                .common = i > 0 ? &all[0] : NULL };
    add_words (all[i].words, rows[i].inside, EXTRACT_ABBREVIATION_INSIDE);
    add_words (all[i].words, rows[i].before_number, EXTRACT_ABBREVIATION_NUMBER);
    add_words (all[i].words, rows[i].last, EXTRACT_ABBREVIATION_LAST);
    add_words (all[i].beginnings, rows[i].beginnings, EXTRACT_ABBREVIATION_NONE);
  }
  g_once_init_leave (&made, 1);
}

/* The first row of that script is of the most frequent language. */
static guint
find_row (const char *language, GUnicodeScript script)
{
  const gsize n = language ? strcspn (language, "-_") : 0;
  guint first = 0;

  for (guint i = 1; i < G_N_ELEMENTS (rows); i++) {
    if (rows[i].script != script)
      continue;
    first = first > 0 ? first : i;
    if (n == strlen (rows[i].language) && g_ascii_strncasecmp (language, rows[i].language, n) == 0)
      return i;
  }
  return first;
}

const ExtractAbbreviations *
extract_abbreviations_get (const char *language, gunichar letter)
{
  make_all ();
  /* Both of them are called Norwegian. */
  if (language &&
      (g_ascii_strncasecmp (language, "nb", 2) == 0 || g_ascii_strncasecmp (language, "nn", 2) == 0))
    language = "no";
  return &all[find_row (language, g_unichar_get_script (letter))];
}

/* Returns: FALSE if it is too long to be in a row */
static gboolean
fold (const char *word, gsize length, char folded[MAX_BYTES])
{
  gsize n = 0;

  for (const char *p = word; p < word + length; p = g_utf8_next_char (p)) {
    if (n + 6 >= MAX_BYTES)
      return FALSE;
    n += (gsize) g_unichar_to_utf8 (g_unichar_tolower (g_utf8_get_char (p)), folded + n);
  }
  folded[n] = '\0';
  return TRUE;
}

ExtractAbbreviation
extract_abbreviations_find (const ExtractAbbreviations *abbreviations, const char *word, gsize length)
{
  char folded[MAX_BYTES], exact[MAX_BYTES];
  gpointer kind;

  if (length >= sizeof exact || !fold (word, length, folded))
    return EXTRACT_ABBREVIATION_NONE;
  memcpy (exact, word, length);
  exact[length] = '\0';
  for (; abbreviations; abbreviations = abbreviations->common)
    if (g_hash_table_lookup_extended (abbreviations->words, exact, NULL, &kind) ||
        g_hash_table_lookup_extended (abbreviations->words, folded, NULL, &kind))
      return GPOINTER_TO_INT (kind);
  return EXTRACT_ABBREVIATION_NONE;
}

gboolean
extract_abbreviations_begins (const ExtractAbbreviations *abbreviations, const char *word, gsize length)
{
  char folded[MAX_BYTES];

  return fold (word, length, folded) && g_hash_table_contains (abbreviations->beginnings, folded);
}

gboolean
extract_abbreviations_have_ordinals (const ExtractAbbreviations *abbreviations)
{
  return abbreviations->row->ordinals;
}

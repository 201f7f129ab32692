/* SPDX-License-Identifier: MIT */
/*
 * Names of months in some forty languages, whole and cut short, as extract_fold () leaves them; sorted by
 * bytes. 13 to 24 are the months of the Persian calendar. Where two languages disagree on a name (listopad),
 * the one that more people read has it.
 */
#include "libextract/meta/date.h"

#include <stdlib.h>
#include <string.h>

#include "libextract/meta/fold.h"

typedef struct {
  const char *name;
  guint8 month;
} Month;

/* clang-format off */
static const Month months[] = {
  { "abr", 4 }, { "abril", 4 }, { "ago", 8 }, { "agost", 8 }, { "agosto", 8 }, { "agu", 8 },
  { "agustos", 8 }, { "agustus", 8 }, { "aou", 8 }, { "aout", 8 }, { "apr", 4 }, { "aprel", 4 },
  { "april", 4 }, { "aprila", 4 }, { "aprile", 4 }, { "aprili", 4 }, { "aprilie", 4 }, { "aprilis", 4 },
  { "aprill", 4 }, { "ara", 12 }, { "aralik", 12 }, { "aug", 8 }, { "august", 8 }, { "augusta", 8 },
  { "augusti", 8 }, { "augusts", 8 }, { "augustus", 8 }, { "augusztus", 8 }, { "avgust", 8 },
  { "avgusta", 8 }, { "avqust", 8 }, { "avr", 4 }, { "avril", 4 }, { "balandzio", 4 }, { "birzelio", 6 },
  { "brezen", 3 }, { "brezna", 3 }, { "cerven", 6 }, { "cervence", 7 }, { "cervenec", 7 },
  { "cervna", 6 }, { "cze", 6 }, { "czerwca", 6 }, { "czerwiec", 6 }, { "dec", 12 }, { "decembar", 12 },
  { "december", 12 }, { "decembra", 12 }, { "decembre", 12 }, { "decembri", 12 }, { "decembrie", 12 },
  { "decembris", 12 }, { "dekabr", 12 }, { "des", 12 }, { "desember", 12 }, { "desembre", 12 },
  { "detsember", 12 }, { "dez", 12 }, { "dezember", 12 }, { "dezembro", 12 }, { "dic", 12 },
  { "dicembre", 12 }, { "diciembre", 12 }, { "disember", 12 }, { "duben", 4 }, { "dubna", 4 },
  { "eki", 10 }, { "ekim", 10 }, { "elo", 8 }, { "elokuu", 8 }, { "elokuuta", 8 }, { "ene", 1 },
  { "enero", 1 }, { "eyl", 9 }, { "eylul", 9 }, { "feb", 2 }, { "febbraio", 2 }, { "feber", 2 },
  { "febrer", 2 }, { "febrero", 2 }, { "februar", 2 }, { "februara", 2 }, { "februari", 2 },
  { "februarie", 2 }, { "februaris", 2 }, { "februarja", 2 }, { "february", 2 }, { "fev", 2 },
  { "fevereiro", 2 }, { "fevr", 2 }, { "fevral", 2 }, { "fevrier", 2 }, { "geguzes", 5 }, { "gen", 1 },
  { "gener", 1 }, { "gennaio", 1 }, { "giu", 6 }, { "giugno", 6 }, { "gru", 12 }, { "grudnia", 12 },
  { "grudzien", 12 }, { "gruodzio", 12 }, { "haz", 6 }, { "haziran", 6 }, { "heina", 7 },
  { "heinakuu", 7 }, { "heinakuuta", 7 }, { "helmi", 2 }, { "helmikuu", 2 }, { "helmikuuta", 2 },
  { "huhti", 4 }, { "huhtikuu", 4 }, { "huhtikuuta", 4 }, { "ian", 1 }, { "ianuarie", 1 }, { "iul", 7 },
  { "iulie", 7 }, { "iun", 6 }, { "iunie", 6 }, { "iyul", 7 }, { "iyun", 6 }, { "jaanuar", 1 },
  { "jan", 1 }, { "janeiro", 1 }, { "janner", 1 }, { "januar", 1 }, { "januara", 1 }, { "januari", 1 },
  { "januarja", 1 }, { "january", 1 }, { "janv", 1 }, { "janvari", 1 }, { "janvaris", 1 },
  { "janvier", 1 }, { "joulu", 12 }, { "joulukuu", 12 }, { "joulukuuta", 12 }, { "jui", 6 },
  { "juil", 7 }, { "juillet", 7 }, { "juin", 6 }, { "jul", 7 }, { "jula", 7 }, { "julai", 7 },
  { "julho", 7 }, { "juli", 7 }, { "julij", 7 }, { "julija", 7 }, { "julijs", 7 }, { "julio", 7 },
  { "juliol", 7 }, { "julius", 7 }, { "july", 7 }, { "jun", 6 }, { "juna", 6 }, { "june", 6 },
  { "junho", 6 }, { "juni", 6 }, { "junij", 6 }, { "junija", 6 }, { "junijs", 6 }, { "junio", 6 },
  { "junius", 6 }, { "juny", 6 }, { "juuli", 7 }, { "juuni", 6 }, { "kas", 11 }, { "kasim", 11 },
  { "kesa", 6 }, { "kesakuu", 6 }, { "kesakuuta", 6 }, { "kolovoz", 8 }, { "kolovoza", 8 },
  { "kovo", 3 }, { "kveten", 5 }, { "kvetna", 5 }, { "kwi", 4 }, { "kwiecien", 4 }, { "kwietnia", 4 },
  { "lapkricio", 11 }, { "leden", 1 }, { "ledna", 1 }, { "liepos", 7 }, { "lip", 7 }, { "lipanj", 6 },
  { "lipca", 7 }, { "lipiec", 7 }, { "lipnja", 6 }, { "lis", 11 }, { "listopad", 11 },
  { "listopada", 11 }, { "listopadu", 11 }, { "loka", 10 }, { "lokakuu", 10 }, { "lokakuuta", 10 },
  { "lug", 7 }, { "luglio", 7 }, { "lut", 2 }, { "lutego", 2 }, { "luty", 2 }, { "maalis", 3 },
  { "maaliskuu", 3 }, { "maaliskuuta", 3 }, { "maart", 3 }, { "mac", 3 }, { "mag", 5 }, { "maggio", 5 },
  { "mai", 5 }, { "maig", 5 }, { "maija", 5 }, { "maijs", 5 }, { "maio", 5 }, { "maj", 5 },
  { "maja", 5 }, { "majus", 5 }, { "mar", 3 }, { "marc", 3 }, { "marca", 3 }, { "march", 3 },
  { "marcius", 3 }, { "marco", 3 }, { "marec", 3 }, { "maret", 3 }, { "marras", 11 },
  { "marraskuu", 11 }, { "marraskuuta", 11 }, { "mars", 3 }, { "mart", 3 }, { "marta", 3 },
  { "martie", 3 }, { "marts", 3 }, { "marz", 3 }, { "marzec", 3 }, { "marzo", 3 }, { "may", 5 },
  { "mayis", 5 }, { "mayo", 5 }, { "mei", 5 }, { "mrt", 3 }, { "mrz", 3 }, { "nis", 4 }, { "nisan", 4 },
  { "noi", 11 }, { "noiembrie", 11 }, { "nov", 11 }, { "novembar", 11 }, { "november", 11 },
  { "novembra", 11 }, { "novembre", 11 }, { "novembri", 11 }, { "novembris", 11 }, { "novembro", 11 },
  { "noviembre", 11 }, { "noyabr", 11 }, { "oca", 1 }, { "ocak", 1 }, { "oct", 10 }, { "october", 10 },
  { "octobre", 10 }, { "octombrie", 10 }, { "octubre", 10 }, { "ogos", 8 }, { "okt", 10 },
  { "oktobar", 10 }, { "oktober", 10 }, { "oktobra", 10 }, { "oktobri", 10 }, { "oktobris", 10 },
  { "oktoober", 10 }, { "oktyabr", 10 }, { "ott", 10 }, { "ottobre", 10 }, { "out", 10 },
  { "outubro", 10 }, { "ozujak", 3 }, { "ozujka", 3 }, { "paz", 10 }, { "pazdziernik", 10 },
  { "pazdziernika", 10 }, { "prosinac", 12 }, { "prosince", 12 }, { "prosinec", 12 }, { "rijen", 10 },
  { "rijna", 10 }, { "rugpjucio", 8 }, { "rugsejo", 9 }, { "rujan", 9 }, { "rujna", 9 }, { "sausio", 1 },
  { "sentyabr", 9 }, { "sep", 9 }, { "sept", 9 }, { "septembar", 9 }, { "september", 9 },
  { "septembra", 9 }, { "septembre", 9 }, { "septembri", 9 }, { "septembrie", 9 }, { "septembris", 9 },
  { "septiembre", 9 }, { "set", 9 }, { "setembre", 9 }, { "setembro", 9 }, { "setiembre", 9 },
  { "settembre", 9 }, { "sie", 8 }, { "sierpien", 8 }, { "sierpnia", 8 }, { "sijecanj", 1 },
  { "sijecnja", 1 }, { "spalio", 10 }, { "srpanj", 7 }, { "srpen", 8 }, { "srpna", 8 }, { "srpnja", 7 },
  { "studeni", 11 }, { "studenog", 11 }, { "studenoga", 11 }, { "sty", 1 }, { "styczen", 1 },
  { "stycznia", 1 }, { "sub", 2 }, { "subat", 2 }, { "svibanj", 5 }, { "svibnja", 5 }, { "syys", 9 },
  { "syyskuu", 9 }, { "syyskuuta", 9 }, { "szept", 9 }, { "szeptember", 9 }, { "tammi", 1 },
  { "tammikuu", 1 }, { "tammikuuta", 1 }, { "tem", 7 }, { "temmuz", 7 }, { "touko", 5 },
  { "toukokuu", 5 }, { "toukokuuta", 5 }, { "travanj", 4 }, { "travnja", 4 }, { "unor", 2 },
  { "unora", 2 }, { "vasario", 2 }, { "veebruar", 2 }, { "veljaca", 2 }, { "veljace", 2 }, { "wrz", 9 },
  { "wrzesien", 9 }, { "wrzesnia", 9 }, { "yanvar", 1 }, { "zari", 9 }, { "απρ", 4 }, { "απριλιος", 4 },
  { "απριλιου", 4 }, { "αυγ", 8 }, { "αυγουστος", 8 }, { "αυγουστου", 8 }, { "δεκ", 12 },
  { "δεκεμβριος", 12 }, { "δεκεμβριου", 12 }, { "ιαν", 1 }, { "ιανουαριος", 1 }, { "ιανουαριου", 1 },
  { "ιουλ", 7 }, { "ιουλιος", 7 }, { "ιουλιου", 7 }, { "ιουν", 6 }, { "ιουνιος", 6 }, { "ιουνιου", 6 },
  { "μαι", 5 }, { "μαιος", 5 }, { "μαιου", 5 }, { "μαρ", 3 }, { "μαρτιος", 3 }, { "μαρτιου", 3 },
  { "νοε", 11 }, { "νοεμβριος", 11 }, { "νοεμβριου", 11 }, { "οκτ", 10 }, { "οκτωβριος", 10 },
  { "οκτωβριου", 10 }, { "σεπ", 9 }, { "σεπτεμβριος", 9 }, { "σεπτεμβριου", 9 }, { "φεβ", 2 },
  { "φεβρουαριος", 2 }, { "φεβρουαριου", 2 }, { "авг", 8 }, { "август", 8 }, { "августа", 8 },
  { "апр", 4 }, { "апрель", 4 }, { "апреля", 4 }, { "април", 4 }, { "березень", 3 }, { "березня", 3 },
  { "верасня", 9 }, { "вересень", 9 }, { "вересня", 9 }, { "грудень", 12 }, { "грудня", 12 },
  { "дек", 12 }, { "декабрь", 12 }, { "декабря", 12 }, { "декември", 12 }, { "децембар", 12 },
  { "жніуня", 8 }, { "жовтень", 10 }, { "жовтня", 10 }, { "июл", 7 }, { "июль", 7 }, { "июля", 7 },
  { "июн", 6 }, { "июнь", 6 }, { "июня", 6 }, { "кастрычніка", 10 }, { "квітень", 4 }, { "квітня", 4 },
  { "красавіка", 4 }, { "липень", 7 }, { "липня", 7 }, { "листопад", 11 }, { "листопада", 11 },
  { "лютага", 2 }, { "лютии", 2 }, { "лютого", 2 }, { "ліпеня", 7 }, { "лістапада", 11 }, { "маи", 5 },
  { "мар", 3 }, { "март", 3 }, { "марта", 3 }, { "мая", 5 }, { "мај", 5 }, { "новембар", 11 },
  { "ноември", 11 }, { "ноя", 11 }, { "нояб", 11 }, { "ноябрь", 11 }, { "ноября", 11 }, { "окт", 10 },
  { "октобар", 10 }, { "октомври", 10 }, { "октябрь", 10 }, { "октября", 10 }, { "сакавіка", 3 },
  { "сен", 9 }, { "сент", 9 }, { "сентябрь", 9 }, { "сентября", 9 }, { "септембар", 9 },
  { "септември", 9 }, { "серпень", 8 }, { "серпня", 8 }, { "снежня", 12 }, { "студзеня", 1 },
  { "січень", 1 }, { "січня", 1 }, { "травень", 5 }, { "травня", 5 }, { "фебруар", 2 }, { "фев", 2 },
  { "февр", 2 }, { "февраль", 2 }, { "февраля", 2 }, { "февруари", 2 }, { "червень", 6 },
  { "червня", 6 }, { "чэрвеня", 6 }, { "юли", 7 }, { "юни", 6 }, { "янв", 1 }, { "январь", 1 },
  { "января", 1 }, { "януари", 1 }, { "јануар", 1 }, { "јануари", 1 }, { "јул", 7 }, { "јули", 7 },
  { "јун", 6 }, { "јуни", 6 }, { "אוגוסט", 8 }, { "אוקטובר", 10 }, { "אפריל", 4 }, { "באוגוסט", 8 },
  { "באוקטובר", 10 }, { "באפריל", 4 }, { "בדצמבר", 12 }, { "ביולי", 7 }, { "ביוני", 6 }, { "בינואר", 1 },
  { "במאי", 5 }, { "במרץ", 3 }, { "בנובמבר", 11 }, { "בספטמבר", 9 }, { "בפברואר", 2 }, { "דצמבר", 12 },
  { "יולי", 7 }, { "יוני", 6 }, { "ינואר", 1 }, { "מאי", 5 }, { "מרץ", 3 }, { "נובמבר", 11 },
  { "ספטמבר", 9 }, { "פברואר", 2 }, { "اب", 8 }, { "ابان", 20 }, { "ابريل", 4 }, { "اذار", 3 },
  { "اذر", 21 }, { "اردیبهشت", 14 }, { "اسفند", 24 }, { "اغسطس", 8 }, { "افريل", 4 }, { "اكتوبر", 10 },
  { "اوت", 8 }, { "اوریل", 4 }, { "ايار", 5 }, { "ايلول", 9 }, { "اکتبر", 10 }, { "بهمن", 23 },
  { "تموز", 7 }, { "تیر", 16 }, { "جانفي", 1 }, { "جوان", 6 }, { "جويلية", 7 }, { "حزيران", 6 },
  { "خرداد", 15 }, { "دسامبر", 12 }, { "ديسمبر", 12 }, { "دی", 22 }, { "سبتمبر", 9 }, { "سپتامبر", 9 },
  { "شباط", 2 }, { "شهریور", 18 }, { "فبراير", 2 }, { "فروردین", 13 }, { "فوریه", 2 }, { "فيفري", 2 },
  { "مارس", 3 }, { "ماي", 5 }, { "مايو", 5 }, { "مرداد", 17 }, { "مه", 5 }, { "مهر", 19 },
  { "نوامبر", 11 }, { "نوفمبر", 11 }, { "نيسان", 4 }, { "يناير", 1 }, { "يوليه", 7 }, { "يوليو", 7 },
  { "يونيه", 6 }, { "يونيو", 6 }, { "ژانویه", 1 }, { "ژوين", 6 }, { "ژويیه", 7 }, { "अकटूबर", 10 },
  { "अगसत", 8 }, { "अपरैल", 4 }, { "जनवरी", 1 }, { "जुलाई", 7 }, { "जून", 6 }, { "दिसंबर", 12 },
  { "नवंबर", 11 }, { "फरवरी", 2 }, { "मई", 5 }, { "मारच", 3 }, { "सितंबर", 9 }, { "กมภาพันธ์", 2 },
  { "กรกฎาคม", 7 }, { "กันยายน", 9 }, { "ตลาคม", 10 }, { "ธันวาคม", 12 }, { "พฤศจิกายน", 11 },
  { "พฤษภาคม", 5 }, { "มกราคม", 1 }, { "มิถนายน", 6 }, { "มีนาคม", 3 }, { "สิงหาคม", 8 },
  { "เมษายน", 4 },
};
/* clang-format on */

static int
month_compare (const void *name, const void *month)
{
  return strcmp (name, ((const Month *) month)->name);
}

static const ExtractStarts *
month_starts (void)
{
  static ExtractStarts starts;
  static gsize made;

  if (g_once_init_enter (&made)) {
    for (guint i = 0; i < G_N_ELEMENTS (months); i++)
      extract_starts_add (&starts, months[i].name);
    g_once_init_leave (&made, 1);
  }
  return &starts;
}

guint
extract_month_find (const char *name)
{
  const Month *month;

  /* All words near numbers are asked for. */
  if (*name == '\0' || !extract_starts_has (month_starts (), name))
    return 0;
  month = bsearch (name, months, G_N_ELEMENTS (months), sizeof (Month), month_compare);
  return month ? month->month : 0;
}

#include "review_html.h"

#include <stdlib.h>

#include "args.h"
#include "belief_say.h"
#include "document.h"
#include "file.h"
#include "moments.h"
#include "sim_plot.h"

enum { PAGE_BYTES = 8 << 20, WIDTH = 900, HEIGHT = 280, TOP = 30, FOOT = 250 };

struct page {
    struct lan_text text;
    const struct review *review;
    const char *const *names;
    enum lan_lang lang;
    int seat;
};

static const char *say(const struct page *page, const char *en, const char *fr)
{
    return page->lang == LAN_FR ? fr : en;
}

/* Colour, width and dashes of each cause, so that none is told by its colour alone. */
static const struct {
    const char *colour, *dash, *sign;
    int width;
} look[REVIEW_CAUSES] = {
    [REVIEW_LUCK] = {"#ffb454", "", "&#9858;", 3},
    [REVIEW_OTHERS] = {"#7fb6dd", "12 5", "&#9817;&#9817;", 3},
    [REVIEW_OWN] = {"#93d07f", "", "&#9817;", 5},
    [REVIEW_UNKNOWN] = {"#bfa0e6", "2 4", "&#9680;", 3},
};

static const char *cause_name(const struct page *page, enum review_cause cause)
{
    static const char *const names[LAN_LANGS][REVIEW_UNKNOWN] = {
        {"dice and cards", "the others", "your play"},
        {"dés et cartes", "les autres", "ton jeu"},
    };
    return cause == REVIEW_UNKNOWN ? review_rest_name(page->review, page->seat, page->lang)
                                   : names[page->lang][cause];
}

static void signed_write(struct page *page, int value)
{
    page_format(&page->text, "%s%d", value < 0 ? "\xe2\x88\x92" : "+", value < 0 ? -value : value);
}

/* ---- Head ---------------------------------------------------------------------------------------------- */

static void head_write(struct page *page)
{
    static const char style[] =
        "body{margin:0;background:#14100e;color:#efe4d4;font:16px/1.5 Inter,system-ui,sans-serif}"
        "main{max-width:940px;margin:auto;padding:16px}svg{margin-top:12px}h1,h2{font-family:'Cormorant Garamond',Georgia,serif;"
        "font-weight:500;margin:.6em 0 .2em}.stones{display:flex;flex-wrap:wrap;gap:8px}"
        ".stone{flex:1 1 120px;background:#241c18;border-top:3px solid;border-radius:12px;padding:8px;text-align:center}"
        ".stone b{display:block;font-size:1.4em}.ends{border-color:#4a3d33}svg{width:100%;height:auto;"
        "background:linear-gradient(#3a2418,#120d0b);border-radius:16px}"
        ".cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(240px,1fr));gap:10px}"
        ".card{background:#241c18;border-left:4px solid;border-radius:12px;padding:10px}.card b{font-size:1.3em}"
        ".strip{display:flex;gap:3px;height:44px;border-radius:8px;overflow:hidden}.strip span{background:#3d4f6b;"
        "overflow:hidden;white-space:nowrap;padding:8px 4px;box-sizing:border-box;min-width:0}"
        ".strip .rest{background:#2a2320}.strip .was{outline:2px solid #ffe7b8;outline-offset:-2px}"
        "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:2px 8px;border-bottom:1px solid #3a2f28}"
        "input[type=range]{width:100%;height:44px;accent-color:#ffb454}button{font:inherit;padding:8px 14px;"
        "border-radius:10px;border:1px solid #b98a4a;background:#241c18;color:inherit}small{color:#cbb9a3}";
    const struct lan_game *game = page->review->rules->game;
    page_format(&page->text,
                "<!doctype html><html lang='%s'><meta charset='utf-8'><meta name='viewport' "
                "content='width=device-width'><title>",
                say(page, "en", "fr"));
    page_escape(&page->text, game->title.in[page->lang]);
    lan_text_add(&page->text, "</title><style>");
    lan_text_add(&page->text, style);
    lan_text_add(&page->text, "</style><main><h1>");
    page_escape(&page->text, game->title.in[page->lang]);
    lan_text_add(&page->text, " \xc2\xb7 ");
    page_escape(&page->text, page->names[page->seat]);
    lan_text_add(&page->text, "</h1>");
}

static void stones_write(struct page *page)
{
    struct review_points points;
    review_points(page->review, page->seat, &points);
    page_format(&page->text, "<div class='stones'><div class='stone ends'><b>%d</b>%s</div>", points.start,
                say(page, "at the start", "au début"));
    for (enum review_cause cause = 0; cause < REVIEW_CAUSES; cause++) {
        page_format(&page->text, "<div class='stone' style='border-color:%s'><b>%s ", look[cause].colour,
                    look[cause].sign);
        signed_write(page, points.part[cause]);
        page_format(&page->text, "</b>%s</div>", cause_name(page, cause));
    }
    page_format(&page->text, "<div class='stone ends'><b>%d</b>%s</div></div>", points.result,
                say(page, "at the end", "à la fin"));
}

/* ---- The ridge ----------------------------------------------------------------------------------------- */

static double height_of(double chance)
{
    double inside = chance < 0 ? 0 : chance > 1 ? 1 : chance;
    return FOOT - (FOOT - TOP) * inside;
}

static void line_write(struct page *page, enum review_cause cause, double x, double from, double step,
                       double to)
{
    page_format(&page->text,
                "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' stroke-width='%d' "
                "stroke-dasharray='%s' stroke-linecap='round'/>",
                x, height_of(from), x + step, height_of(to), look[cause].colour, look[cause].width,
                look[cause].dash);
}

/* A step takes width by its size, so that great moments have room. */
static double step_width(const struct page *page, uint32_t at)
{
    double by = review_after(page->review, at, page->seat) - page->review->step[at].before[page->seat];
    return page->review->step[at].forced ? 0 : 1 + 5 * (by < 0 ? -by : by);
}

/* The part of a step in the colour of its cause, then the rest of its change as what nobody could know. */
static void ridge_write(struct page *page)
{
    const struct review *review = page->review;
    double whole = 0, x = 40;
    for (uint32_t at = 0; at < review->step_count; at++)
        whole += step_width(page, at);
    page_format(&page->text, "<svg viewBox='0 0 %d %d' role='img' aria-label='%s'>", WIDTH, HEIGHT,
                say(page, "your chance through the game; the table below has its numbers",
                    "ta chance au fil de la partie ; le tableau plus bas en a les nombres"));
    const char *const mark[] = {say(page, "won", "gagné"), say(page, "even", "égal"),
                                say(page, "lost", "perdu")};
    for (int i = 0; i < 3; i++)
        page_format(
            &page->text,
            "<line x1='40' x2='%d' y1='%.0f' y2='%.0f' stroke='#6b5a4a' stroke-dasharray='1 6'/><text "
            "x='40' y='%.0f' fill='#cbb9a3' font-size='13'>%s</text>",
            WIDTH - 10, height_of(1 - i / 2.0), height_of(1 - i / 2.0), height_of(1 - i / 2.0) - 5, mark[i]);
    for (uint32_t at = 0; at < review->step_count; at++) {
        const struct review_step *step = &review->step[at];
        double width = whole > 0 ? (WIDTH - 50) * step_width(page, at) / whole : 0;
        double before = step->before[page->seat], middle = before + step->part[page->seat];
        double after = review_after(review, at, page->seat), rest = after - middle;
        bool both = rest > 0.005 || rest < -0.005;
        if (step->forced)
            continue;
        line_write(page, review_cause(step, page->seat), x, before, both ? width / 2 : width,
                   both ? middle : after);
        if (both)
            line_write(page, REVIEW_UNKNOWN, x + width / 2, middle, width / 2, after);
        x += width;
    }
    lan_text_add(&page->text, "</svg>");
}

/* ---- Moments and tables -------------------------------------------------------------------------------- */

static void moments_write(struct page *page, const char *title, const struct moment *moment, int count)
{
    page_format(&page->text, "<h2>%s</h2><div class='cards'>", title);
    for (int i = 0; i < count; i++) {
        char sentence[MOMENT_SAY_MAX];
        struct lan_text text = lan_text_init(sentence, sizeof sentence);
        moment_say(page->review, page->seat, &moment[i], page->lang, page->names, &text);
        page_format(&page->text, "<div class='card' style='border-color:%s'><b>%s ",
                    look[moment[i].cause].colour, look[moment[i].cause].sign);
        signed_write(page, (int)(100 * moment[i].by + (moment[i].by < 0 ? -0.5 : 0.5)));
        page_format(&page->text, "</b><br><small>%s %u \xc2\xb7 %s</small><br>", say(page, "move", "coup"),
                    page->review->step[moment[i].step].move, cause_name(page, moment[i].cause));
        page_escape(&page->text, sentence);
        lan_text_add(&page->text, "</div>");
    }
    if (!count)
        lan_text_add(&page->text, say(page, "Nothing that we could see.", "Rien que l'on ait pu voir."));
    lan_text_add(&page->text, "</div>");
}

static void table_write(struct page *page)
{
    const struct review *review = page->review;
    page_format(&page->text,
                "<details><summary>%s</summary><table><tr><th>%s</th><th>%s</th><th>%s</th><th>%s</th></tr>",
                say(page, "The curve as a table", "La courbe en tableau"), say(page, "move", "coup"),
                say(page, "chance before, of 100", "chance avant, sur 100"), say(page, "cause", "cause"),
                say(page, "changed by", "changée de"));
    for (uint32_t at = 0; at < review->step_count; at++) {
        const struct review_step *step = &review->step[at];
        if (step->forced)
            continue;
        page_format(&page->text, "<tr><td>%u</td><td>%.0f</td><td>%s</td><td>%+.1f</td></tr>", step->move,
                    100 * step->before[page->seat], cause_name(page, review_cause(step, page->seat)),
                    100 * step->part[page->seat]);
    }
    lan_text_add(&page->text, "</table></details>");
}

/* ---- Beliefs ------------------------------------------------------------------------------------------- */

/* The document as data of the page; "<" is escaped, so that a name cannot end the script. */
static bool data_write(struct page *page)
{
    char *bytes = malloc(PAGE_BYTES);
    if (!bytes)
        return false;
    struct lan_text text = lan_text_init(bytes, PAGE_BYTES);
    struct lan_json json;
    lan_json_init(&json, &text);
    json.base.open_object(&json.base, NULL);
    review_document(page->review, page->seat, page->names, &json);
    json.base.close(&json.base);
    lan_text_add(&page->text, "<script>const review=");
    for (const char *at = bytes; *at; at++) {
        if (*at == '<')
            lan_text_add(&page->text, "\\u003c");
        else
            lan_text_add_char(&page->text, *at);
    }
    lan_text_add(&page->text, ";");
    bool whole = !text.cut;
    free(bytes);
    return whole;
}

/* The names of the values that beliefs are about, by type and id. */
static void values_write(struct page *page)
{
    const struct lan_game *game = page->review->rules->game;
    lan_text_add(&page->text, "const words={");
    for (int type = LAN_TYPE_GAME; type < game->type_count; type++) {
        if (!game->types[type].words)
            continue;
        page_format(&page->text, "\"%s\":{", game->types[type].name);
        for (int i = 0; i < game->types[type].count; i++) {
            lan_json_string(&page->text, game->types[type].words[i].id);
            lan_text_add_char(&page->text, ':');
            lan_json_string(&page->text, game->types[type].words[i].name.in[page->lang]);
            lan_text_add_char(&page->text, ',');
        }
        lan_text_add(&page->text, "},");
    }
    lan_text_add(&page->text, "};");
}

static bool beliefs_write(struct page *page)
{
    static const char script[] =
        "const things=review.seats[0].beliefs,place=document.getElementById('at'),box=document.getElementById('beliefs');"
        "let shown=false;place.max=Math.max(...review.seats[0].curve.map(s=>s.move),0);place.value=Math.floor(place.max/2);"
        "function el(tag,text,cls){const e=document.createElement(tag);if(text)e.textContent=text;if(cls)e.className=cls;return e}"
        "function draw(){box.replaceChildren();document.getElementById('when').textContent=place.value;"
        "for(const thing of things){let now=null;for(const c of thing.changes)if(c.move<=place.value)now=c.shares;"
        "if(!now||!Object.keys(now).length)continue;const row=el('div'),strip=el('div','','strip'),say=[];"
        "row.append(el('h3',thing[lang]));let rest=0;for(const[id,share]of Object.entries(now)){"
        "const name=(words[thing.type]||{})[id]||id,tenths=Math.round(share/10);"
        "if(share<5){rest+=share;continue}say.push(name+' '+tenths+of);"
        "const slice=el('span',share>=15?name:'',shown&&id===thing.was?'was':'');slice.style.flex=share+' 1 0';slice.title=name+' '+tenths+of;strip.append(slice)}"
        "if(rest){const slice=el('span','','rest');slice.style.flex=rest+' 1 0';slice.title=others;strip.append(slice);say.push(others)}"
        "strip.setAttribute('aria-hidden','true');row.append(strip,el('small',say.join(', ')));"
        "if(thing.moved)row.append(el('p',thing.moved[lang]));box.append(row)}}"
        "place.oninput=draw;document.getElementById('truth').onclick=()=>{shown=!shown;draw()};draw();";
    page_format(&page->text,
                "<h2>%s</h2><label>%s <output id='when'></output><input id='at' type='range' min='0'></label>"
                "<button id='truth'>%s</button><div id='beliefs'></div>",
                say(page, "What you could think", "Ce que tu pouvais penser"),
                say(page, "As you could know it after move", "D'après ce que tu savais après le coup"),
                say(page, "Show what was", "Montrer ce qui était"));
    if (!data_write(page))
        return false;
    values_write(page);
    page_format(&page->text, "const lang='%s',of='%s',others='%s';", say(page, "en", "fr"),
                say(page, " in 10", " sur 10"), say(page, "others", "autres"));
    lan_text_add(&page->text, script);
    lan_text_add(&page->text, "</script>");
    return true;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

bool review_html(const struct review *review, int seat, const char *const *names, enum lan_lang lang,
                 const char *file)
{
    struct page page = {.review = review, .names = names, .lang = lang, .seat = seat};
    struct moment moment[MOMENTS_MAX];
    char *bytes = malloc(PAGE_BYTES);
    if (!bytes) {
        complain_memory();
        return false;
    }
    page.text = lan_text_init(bytes, PAGE_BYTES);
    head_write(&page);
    stones_write(&page);
    ridge_write(&page);
    int count = moments_lucky(review, seat, moment);
    moments_write(&page, say(&page, "Where luck was kind", "Quand la chance a souri"), moment, count);
    count = moments_costly(review, seat, moment);
    moments_write(&page, say(&page, "What cost you most", "Ce qui t'a coûté le plus"), moment, count);
    table_write(&page);
    bool fine = beliefs_write(&page);
    lan_text_add(&page.text, "</main></html>\n");
    fine = fine && !page.text.cut;
    if (!fine)
        complain_in("the page would be longer than %d bytes", "la page dépasserait %d octets", PAGE_BYTES);
    fine = fine && file_write(file, page.text.at, page.text.length);
    free(bytes);
    return fine;
}

#include "rights_model.h"

#include <string.h>

void rights_model_init(struct rights_model *model, int people, int seats, int watching)
{
    memset(model, 0, sizeof *model);
    model->people = (uint8_t)people;
    model->seats = (uint8_t)seats;
    model->watching = (uint8_t)watching;
    memset(model->holder, RIGHTS_EMPTY, sizeof model->holder);
}

int rights_model_size(void)
{
    return (int)sizeof(struct rights_model);
}

int rights_model_state(const struct rights_model *model)
{
    return model->state;
}

int rights_model_holder(const struct rights_model *model, int seat)
{
    return model->holder[seat - 1];
}

int rights_model_host(const struct rights_model *model)
{
    return model->host;
}

/* ---- Changes ------------------------------------------------------------------------------------------- */

/* The seat has another holder from now on. */
static void seat_pass(struct rights_model *model, int at, int holder)
{
    model->holder[at] = (int8_t)holder;
    model->standin[at] = 0;
    model->offered[at] = 0;
}

static bool person_takes(struct rights_model *model, int person, int at)
{
    if (model->removed[person])
        return false;
    if (model->state == RIGHTS_PLAYING) {
        bool back = model->holder[at] == person && model->standin[at];
        model->standin[at] = back ? 0 : model->standin[at];
        if (back)
            model->offered[at] = 0;
        return back;
    }
    if (model->state != RIGHTS_SEATING || model->holder[at] != RIGHTS_EMPTY)
        return false;
    seat_pass(model, at, person);
    return true;
}

static bool game_starts(struct rights_model *model, int from, int state)
{
    bool people = false;
    if (model->state != from)
        return false;
    for (int at = 0; at < model->seats; at++) {
        if (model->holder[at] == RIGHTS_EMPTY)
            return false;
        people |= model->holder[at] >= 0;
    }
    if (state == RIGHTS_DICE && !people)
        return false;
    model->state = (uint8_t)state;
    return true;
}

static bool person_late(struct rights_model *model, int person)
{
    bool found = false;
    if (model->state != RIGHTS_DICE)
        return false;
    for (int at = 0; at < model->seats; at++) {
        if (model->holder[at] == person) {
            seat_pass(model, at, RIGHTS_EMPTY);
            found = true;
        }
    }
    if (found)
        model->state = RIGHTS_SEATING;
    return found;
}

static bool person_leaves(struct rights_model *model, int person, int at)
{
    if (model->state != RIGHTS_PLAYING || model->holder[at] != person)
        return false;
    /* In a game of two a person who plays resigns: the game is over, and the seat stays theirs. */
    if (model->seats == 2 && !model->together && !model->standin[at])
        model->state = RIGHTS_OVER;
    else
        seat_pass(model, at, RIGHTS_BOT);
    return true;
}

static bool person_removed(struct rights_model *model, int person)
{
    bool match = model->state == RIGHTS_PLAYING || model->state == RIGHTS_OVER;
    if (person == model->host || model->removed[person])
        return false;
    model->removed[person] = 1;
    for (int at = 0; at < model->seats; at++) {
        if (model->holder[at] != person)
            continue;
        seat_pass(model, at, match ? RIGHTS_BOT : RIGHTS_EMPTY);
        /* The exchange waits for nobody who is gone: it begins anew when the seats are taken. */
        if (model->state == RIGHTS_DICE)
            model->state = RIGHTS_SEATING;
    }
    return true;
}

static bool seat_freed(struct rights_model *model, int person, int at)
{
    bool may = person == model->host || model->holder[at] == person;
    if (model->state != RIGHTS_SEATING || !may || model->holder[at] == RIGHTS_EMPTY)
        return false;
    seat_pass(model, at, RIGHTS_EMPTY);
    return true;
}

static bool bot_put(struct rights_model *model, int person, int at)
{
    if (model->state != RIGHTS_SEATING || person != model->host || model->holder[at] >= 0)
        return false;
    seat_pass(model, at, RIGHTS_BOT);
    return true;
}

static bool mark_set(uint8_t *mark, bool may)
{
    if (may)
        *mark = 1;
    return may;
}

static bool state_leave(struct rights_model *model, int from, int to, bool may)
{
    if (!may || model->state != from)
        return false;
    model->state = (uint8_t)to;
    return true;
}

static bool seat_claimed(struct rights_model *model, int person, int at)
{
    if (!model->offered[at] || model->removed[person] || model->state == RIGHTS_DICE)
        return false;
    seat_pass(model, at, person);
    return true;
}

/* ---- Changes of the host ------------------------------------------------------------------------------- */

static bool person_holds_any(const struct rights_model *model, int person)
{
    for (int at = 0; at < model->seats; at++) {
        if (model->holder[at] == person)
            return true;
    }
    return false;
}

/* To the holder of the seat, who is the asker where the host is away. */
static bool host_passes(struct rights_model *model, int person, int at)
{
    int to = model->holder[at];
    bool may = person == model->host || (model->away && person == to);
    if (!may || to < 0 || to == model->host || model->removed[to] || model->state == RIGHTS_CLOSED)
        return false;
    model->host = (uint8_t)to;
    model->away = 0;
    return true;
}

static bool seats_swap(struct rights_model *model, int person, int one, int other)
{
    bool there = one >= 1 && one <= model->seats && other >= 1 && other <= model->seats && one != other;
    if (!there || person != model->host || model->state != RIGHTS_SEATING)
        return false;
    int8_t holder = model->holder[one - 1];
    uint8_t offered = model->offered[one - 1];
    model->holder[one - 1] = model->holder[other - 1];
    model->offered[one - 1] = model->offered[other - 1];
    model->holder[other - 1] = holder;
    model->offered[other - 1] = offered;
    return true;
}

static bool seats_become(struct rights_model *model, int person, int seats)
{
    if (person != model->host || model->state != RIGHTS_SEATING || seats < 1 || seats > RIGHTS_SEATS_MAX)
        return false;
    for (int at = seats; at < model->seats; at++) {
        if (model->holder[at] >= 0)
            return false;
    }
    for (int at = seats < model->seats ? seats : model->seats; at < RIGHTS_SEATS_MAX; at++)
        seat_pass(model, at, RIGHTS_EMPTY);
    model->seats = (uint8_t)seats;
    return true;
}

static bool watching_becomes(struct rights_model *model, int person, int watching)
{
    if (person != model->host || model->state != RIGHTS_SEATING || watching == model->watching)
        return false;
    model->watching = (uint8_t)watching;
    return true;
}

static bool person_let_in(struct rights_model *model, int person)
{
    bool was = model->removed[person];
    model->removed[person] = 0;
    return was;
}

/* The guest's seats, the office of the host and a removal become those of the person. */
static bool guest_becomes(struct rights_model *model, int guest, int person)
{
    bool part = guest == model->host || model->removed[guest] || person_holds_any(model, guest);
    if (!part || guest == person || person < 0 || person >= model->people || model->state == RIGHTS_DICE)
        return false;
    for (int at = 0; at < model->seats; at++) {
        if (model->holder[at] == guest)
            model->holder[at] = (int8_t)person;
    }
    if (model->host == guest)
        model->host = (uint8_t)person;
    model->removed[person] |= model->removed[guest];
    model->removed[guest] = 0;
    return true;
}

static bool away_becomes(struct rights_model *model, int person, bool away)
{
    if (person != model->host || model->away == away)
        return false;
    model->away = away;
    return true;
}

/* Changes about the table and its host; `number` is what the change says of a seat, a number or a person. */
static bool host_change(struct rights_model *model, int change, int person, int number)
{
    switch (change) {
    case RIGHTS_HOST: return number >= 1 && number <= model->seats && host_passes(model, person, number - 1);
    case RIGHTS_SWAP: return seats_swap(model, person, number % 16, number / 16);
    case RIGHTS_LET_IN: return person_let_in(model, person);
    case RIGHTS_WATCH: return watching_becomes(model, person, number);
    case RIGHTS_HEIR: return guest_becomes(model, person, number);
    case RIGHTS_SEATS: return seats_become(model, person, number);
    case RIGHTS_AWAY: return away_becomes(model, person, true);
    case RIGHTS_BACK: return away_becomes(model, person, false);
    default: return false;
    }
}

/* ---- All changes --------------------------------------------------------------------------------------- */

/* Changes about a seat. */
static bool seat_change(struct rights_model *model, int change, int person, int at)
{
    bool playing = model->state == RIGHTS_PLAYING, holds = model->holder[at] == person;
    switch (change) {
    case RIGHTS_SIT: return person_takes(model, person, at);
    case RIGHTS_STAND: return seat_freed(model, person, at);
    case RIGHTS_PUT_BOT: return bot_put(model, person, at);
    case RIGHTS_STAND_IN: return mark_set(&model->standin[at], playing && holds && !model->standin[at]);
    case RIGHTS_LEAVE: return person_leaves(model, person, at);
    case RIGHTS_OFFER: return mark_set(&model->offered[at], holds);
    case RIGHTS_CLAIM: return seat_claimed(model, person, at);
    case RIGHTS_OUT: return mark_set(&model->out[at], playing && !model->out[at]);
    default: return false;
    }
}

bool rights_model_change(struct rights_model *model, int change, int person, int seat)
{
    switch (change) {
    case RIGHTS_START: return person == model->host && game_starts(model, RIGHTS_SEATING, RIGHTS_PLAYING);
    case RIGHTS_EXCHANGE: return person == model->host && game_starts(model, RIGHTS_SEATING, RIGHTS_DICE);
    case RIGHTS_EXCHANGED: return game_starts(model, RIGHTS_DICE, RIGHTS_PLAYING);
    case RIGHTS_LATE: return person_late(model, person);
    case RIGHTS_REMOVE: return person_removed(model, person);
    case RIGHTS_CLOSE: return state_leave(model, RIGHTS_SEATING, RIGHTS_CLOSED, person == model->host);
    case RIGHTS_END: return state_leave(model, RIGHTS_PLAYING, RIGHTS_OVER, true);
    case RIGHTS_AHEAD: return mark_set(&model->ahead, model->state == RIGHTS_PLAYING && !model->ahead);
    case RIGHTS_HOST:
    case RIGHTS_SWAP:
    case RIGHTS_LET_IN:
    case RIGHTS_WATCH:
    case RIGHTS_HEIR:
    case RIGHTS_SEATS:
    case RIGHTS_AWAY:
    case RIGHTS_BACK: return host_change(model, change, person, seat);
    default: return seat >= 1 && seat <= model->seats && seat_change(model, change, person, seat - 1);
    }
}

/* ---- Questions ----------------------------------------------------------------------------------------- */

bool rights_model_sees(const struct rights_model *model, int person, int viewer)
{
    if (model->removed[person] || viewer < 0 || viewer > model->seats)
        return false;
    if (viewer > 0)
        return model->holder[viewer - 1] == person;
    if (model->state != RIGHTS_PLAYING)
        return true;
    if (model->ahead)
        return false;
    return model->watching != RIGHTS_WATCH_NONE || person_holds_any(model, person);
}

bool rights_model_sees_all(const struct rights_model *model, int person)
{
    return model->state == RIGHTS_OVER && !model->removed[person];
}

bool rights_model_hears(const struct rights_model *model, int person, int viewer, int channel)
{
    if (!rights_model_sees(model, person, viewer))
        return false;
    if (channel == RIGHTS_PLAYERS || model->state == RIGHTS_OVER)
        return true;
    if (channel == RIGHTS_WATCHERS)
        return !person_holds_any(model, person);
    return viewer > 0 && model->state == RIGHTS_PLAYING && model->out[viewer - 1];
}

/*
 * rights_model.h - a model of who may be sent what at a table of the server, written from the rules below and
 * from nothing else: it shares no code with the server and no type. Tests change the model and a real table
 * alike, and compare what they answer; so does the simulated world. It is also built as a shared library, for
 * the tests in Python.
 *
 * The rules:
 * 1. A seat's stream is for the person who holds the seat now. A seat that is empty, that a bot holds, or
 *    that its person left for good is nobody's. A stand-in plays for a person who still holds the seat.
 * 2. The watcher's stream is for everybody, but for three cases. While the game runs and watching is "none",
 *    only persons who hold a seat have it. While the game runs and the watcher was told what some seat was
 *    not, nobody has it. A removed person never has it.
 * 3. Everything open (the full record, the replay, playing on) is for everybody once the game is over, and
 *    for nobody before; a table that was closed before its game never gets there.
 * 4. A person whom the host has removed has no right to anything, and comes back by no way.
 * 5. Lines of the players are heard by whoever has a stream of the table. Lines of the watchers are heard by
 *    persons who hold no seat and have the watcher's stream. Lines of the seats that are out of the game are
 *    heard through these seats alone. Once the game is over all lines are heard by whoever has a stream.
 * 6. One person is the host: at first who made the table, then to whom the host hands it over. That is
 *    somebody who holds a seat. While the host does not have the table open, who holds a seat may take it.
 *    The host is not removed, and alone lets in again whom a host has removed; the seat is lost all the same.
 * 7. Before the game the host may change the order of the seats, their number and who may watch. A seat
 *    takes its holder and its offer along; one that a person holds does not go.
 * 8. A guest who signs in to an account becomes the account's person, with what the guest had at the table:
 *    seats, the office of the host, and a removal. Not during the exchange of bytes.
 *
 * Persons are numbered from 0, who made the table. Viewers are numbered as in the protocol: 0 the watcher,
 * 1.. the seats.
 */
#ifndef LAN_RIGHTS_MODEL_H
#define LAN_RIGHTS_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum { RIGHTS_PEOPLE_MAX = 16, RIGHTS_SEATS_MAX = 8 };

enum rights_state { RIGHTS_SEATING, RIGHTS_DICE, RIGHTS_PLAYING, RIGHTS_OVER, RIGHTS_CLOSED };
enum rights_watching { RIGHTS_WATCH_OPEN, RIGHTS_WATCH_LATE, RIGHTS_WATCH_NONE };
enum rights_holder { RIGHTS_EMPTY = -1, RIGHTS_BOT = -2 }; /* else the number of a person */
enum rights_channel { RIGHTS_PLAYERS, RIGHTS_WATCHERS, RIGHTS_DEAD };

/* What can happen at a table, with the person who does it and the seat (1..) or person it is about. */
enum rights_change {
    RIGHTS_SIT,       /* person takes the empty seat; in a running game the own seat back from its stand-in */
    RIGHTS_STAND,     /* person, or the host, frees the seat before the game */
    RIGHTS_PUT_BOT,   /* the host puts a bot at a seat that no person holds, before the game */
    RIGHTS_STAND_IN,  /* person lets a bot play for them at the seat */
    RIGHTS_START,     /* the host starts the game */
    RIGHTS_EXCHANGE,  /* the host starts the exchange of bytes before the game */
    RIGHTS_EXCHANGED, /* the exchange is complete: the game starts */
    RIGHTS_LATE,   /* person was late in the exchange: their seats are empty, the table waits for players */
    RIGHTS_LEAVE,  /* person leaves the seat for good: to a bot, or by resigning in a game of two */
    RIGHTS_OFFER,  /* person makes an offer of the seat */
    RIGHTS_CLAIM,  /* person takes the seat by its offer */
    RIGHTS_REMOVE, /* the host removes the person */
    RIGHTS_CLOSE,  /* the host closes the table before the game */
    RIGHTS_END,    /* the game ends */
    RIGHTS_HOST,   /* person, the host or while the host is away, makes the holder of the seat the host */
    RIGHTS_SWAP,   /* the host lets two seats change places: `seat` is one of them plus 16 times the other */
    RIGHTS_LET_IN, /* the host takes the removal of the person back */
    RIGHTS_WATCH,  /* the host changes who may watch, before the game: `seat` is of enum rights_watching */
    RIGHTS_HEIR,   /* person, a guest, becomes the person whose number is `seat` */
    RIGHTS_AHEAD,  /* the game tells the watcher what some seat is not told */
    RIGHTS_OUT,    /* the game puts the seat out */
    RIGHTS_SEATS,  /* the host changes the number of seats, before the game, to `seat` */
    RIGHTS_AWAY,   /* person, the host, has the table open no longer, */
    RIGHTS_BACK,   /* or again */
    RIGHTS_CHANGES
};

/* No padding, so that two models can be compared as bytes. */
struct rights_model {
    uint8_t people, seats;
    uint8_t state, watching;
    uint8_t host, away;
    int8_t holder[RIGHTS_SEATS_MAX];
    uint8_t standin[RIGHTS_SEATS_MAX], offered[RIGHTS_SEATS_MAX], out[RIGHTS_SEATS_MAX];
    uint8_t removed[RIGHTS_PEOPLE_MAX];
    uint8_t ahead;
    /* Set by the caller: all win or lose together, so that who leaves a game of two does not resign. */
    uint8_t together;
};

/* A table on which nobody sits. */
void rights_model_init(struct rights_model *model, int people, int seats, int watching);
/* Makes the change. False, with nothing changed, when the rules do not allow it here. */
bool rights_model_change(struct rights_model *model, int change, int person, int seat);

/* The person has the stream of the viewer, everything open, the lines of the channel through the viewer. */
bool rights_model_sees(const struct rights_model *model, int person, int viewer);
bool rights_model_sees_all(const struct rights_model *model, int person);
bool rights_model_hears(const struct rights_model *model, int person, int viewer, int channel);

/* The bytes of a struct rights_model, for callers in other languages. */
int rights_model_size(void);
int rights_model_state(const struct rights_model *model);
int rights_model_holder(const struct rights_model *model, int seat);
int rights_model_host(const struct rights_model *model);

#endif

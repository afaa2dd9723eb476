/*
 * tables.h - the macros with which a game's .c turns its .def files into tables. Included by that one file.
 *
 *   clauses.def   CLAUSE(name, id, English, French)
 *   refusals.def  REFUSAL(name, clause, English, French)                     core's three first
 *   actions.def   ACTION(name, notation, by chance, English, French, ARG...)
 *   events.def    EVENT(name, id, undo, told, English, French, ARG...)
 *   things.def    THING(type, value, clause, English, French)                in reading order
 * Each of the first four is included twice: in a header for the enumeration, by tables.inc for the table.
 */
#ifndef LAN_TABLES_H
#define LAN_TABLES_H

#define LAN_COUNT(array) (sizeof(array) / sizeof *(array))

/* The members of struct lan_game that point to its tables: those of tables.inc and the game's own `types`. */
#define GAME_TABLES                                                                                     \
    .types = types, .type_count = LAN_COUNT(types), .action_kinds = action_kinds,                       \
    .action_kind_count = LAN_COUNT(action_kinds), .event_kinds = event_kinds,                           \
    .event_kind_count = LAN_COUNT(event_kinds), .clauses = clauses, .clause_count = LAN_COUNT(clauses), \
    .refusals = refusals, .refusal_count = LAN_COUNT(refusals)

/* clang-format off: it would format the braces of a row as a block. */
#define ARG(name, type, told) \
    {                         \
        name, type, told      \
    }

/* The number of arguments, then the arguments, as the row structs declare them. */
#define ARGS(...)                                                       \
    (sizeof((struct lan_arg[]){__VA_ARGS__}) / sizeof(struct lan_arg)), \
    {                                                                   \
        __VA_ARGS__                                                     \
    }

#define CLAUSE_ROW(name, id, en, fr)                 {id, {{en, fr}}},
#define REFUSAL_ROW(name, clause, en, fr)            {clause, {{en, fr}}},
#define ACTION_ROW(name, id, chance, en, fr, ...)    {id, chance, ARGS(__VA_ARGS__), {{en, fr}}},
#define EVENT_ROW(name, id, undo, told, en, fr, ...) {id, undo, told, ARGS(__VA_ARGS__), {{en, fr}}},
#define THING_ROW(type, value, clause, en, fr)       {type, value, clause, {{en, fr}}},

/* A word: its id and its names. */
#define WORD(id, en, fr) \
    {                    \
        id,              \
        {                \
            {            \
                en, fr   \
            }            \
        }                \
    }

/* A CHOICE option among the array `words`; the first is the default. */
#define CHOICE(name, words, clause, en, fr)                                                     \
    {                                                                                           \
        name, LAN_OPTION_CHOICE, sizeof(words) / sizeof *(words), words, 0, 0, 0, NULL, clause, \
        {                                                                                       \
            {                                                                                   \
                en, fr                                                                          \
            }                                                                                   \
        }                                                                                       \
    }

/* A NUMBER option in a range, and a TEXT option of at most `max` bytes. */
#define NUMBER(name, min, max, standard, clause, en, fr)                    \
    {                                                                       \
        name, LAN_OPTION_NUMBER, 0, NULL, min, max, standard, NULL, clause, \
        {                                                                   \
            {                                                               \
                en, fr                                                      \
            }                                                               \
        }                                                                   \
    }
#define TEXT(name, max, standard, clause, en, fr)                    \
    {                                                                \
        name, LAN_OPTION_TEXT, 0, NULL, 0, max, 0, standard, clause, \
        {                                                            \
            {                                                        \
                en, fr                                               \
            }                                                        \
        }                                                            \
    }
/* clang-format on */

#endif

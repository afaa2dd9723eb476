/*
 * options.c - the options of Shadow Hunters, section 8 of the rule document, and the preset of the English
 * rulebook.
 */
#include "shadow.h"

#include "tables.h"

/* ---- Choices: the first is the default ----------------------------------------------------------------- */

static const struct lan_word rulebooks[] = {
    WORD("official", "the French rulebook with the printed cards",
         "la règle française avec les cartes imprimées"),
    WORD("rulebook-en", "the English rulebook", "la règle anglaise"),
};
static const struct lan_word single_uses[] = {
    WORD("immediate", "carried out when drawn", "appliquées dès la pioche"),
    WORD("hand", "may be kept in hand", "peuvent être gardées en main"),
};
static const struct lan_word attack_ranges[] = {
    WORD("pair", "the two areas of the pair", "les deux lieux de la paire"),
    WORD("neighbours", "your own area and one on each side", "ton lieu et un de chaque côté"),
    WORD("regions", "your own area and both other pairs", "ton lieu et les deux autres paires"),
};
static const struct lan_word area_effects[] = {
    WORD("optional", "may be declined", "on peut y renoncer"),
    WORD("forced", "must be carried out", "obligatoire"),
};
static const struct lan_word hermit_outcomes[] = {
    WORD("public", "everybody sees what happens", "tous voient ce qui se passe"),
    WORD("private", "only totals are seen to change", "on ne voit que les totaux changer"),
};
static const struct lan_word altar_loots[] = {
    WORD("equip", "put on at once", "équipé aussitôt"),
    WORD("hand", "may be kept in hand", "peut être gardé en main"),
};
static const struct lan_word loot_ons[] = {
    WORD("any-kill", "for every kill", "à chaque mort causée"),
    WORD("attack-only", "for kills by attack", "aux morts par attaque"),
};
static const struct lan_word ability_timings[] = {
    WORD("by-card", "as the character says", "comme le dit le personnage"),
    WORD("end-step", "those for any time only after your own attack",
         "celles de tout moment, seulement après ton attaque"),
};
static const struct lan_word character_sets[] = {
    WORD("base", "the ten of the base game", "les dix du jeu de base"),
    WORD("expansion", "the ten of the expansion", "les dix de l'extension"),
    WORD("one-per-letter", "one of each letter, unseen", "un par lettre, sans le voir"),
    WORD("all", "all twenty", "les vingt"),
};
static const struct lan_word bobs[] = {
    WORD("auto", "as the set of characters says", "selon les personnages en jeu"),
    WORD("exclude-7plus", "never with 7 or 8 players", "jamais à 7 ou 8 joueurs"),
    WORD("by-count", "always, text by the number of players", "toujours, texte selon le nombre de joueurs"),
    WORD("theft", "always, with the theft", "toujours, avec le vol"),
};
static const struct lan_word bob_scopes[] = {
    WORD("attack", "only for his attacks", "seulement ses attaques"),
    WORD("any-damage", "for all damage that he deals", "toutes les blessures qu'il inflige"),
};
static const struct lan_word hand_timings[] = {
    WORD("own-turn", "in your own turn", "pendant ton tour"),
    WORD("any-time", "in anybody's turn", "au tour de n'importe qui"),
};
static const struct lan_word sevens[] = {
    WORD("other", "any other area", "tout autre lieu"),
    WORD("any", "any area, your own too", "tout lieu, le tien aussi"),
};
static const struct lan_word charleses[] = {
    WORD("pay-2", "takes 2 to attack again", "reçoit 2 blessures pour attaquer encore"),
    WORD("deal-2", "deals exactly 2 once more", "en inflige encore exactement 2"),
};
static const struct lan_word charles_repeats[] = {
    WORD("any", "as often as he pays", "autant de fois qu'il paie"),
    WORD("one", "once after an attack", "une fois par attaque"),
};
static const struct lan_word charles_volleys[] = {
    WORD("one", "one of those he hit", "un seul de ceux qu'il a visés"),
    WORD("all", "all of them", "tous"),
};
static const struct lan_word emi_adjacencies[] = {
    WORD("ring", "both neighbours on the ring", "les deux voisins sur le cercle"),
    WORD("pair-mate", "the other area of the pair", "l'autre lieu de la paire"),
};
static const struct lan_word mirrors[] = {
    WORD("shadow-not-unknown", "every Shadow but the Unknown", "tout Shadow sauf le Métamorphe"),
    WORD("letters-v-w", "the letters V and W", "les lettres V et W"),
};
static const struct lan_word robes[] = {
    WORD("attacks", "against attacks", "contre les attaques"),
    WORD("all-damage", "against all damage", "contre toute blessure"),
};
static const struct lan_word vampire_heals[] = {
    WORD("per-attack", "once for an attack", "une fois par attaque"),
    WORD("per-target", "for every target hurt", "pour chaque cible blessée"),
};
static const struct lan_word on_offs[] = {
    WORD("on", "on", "oui"),
    WORD("off", "off", "non"),
};
static const struct lan_word off_ons[] = {
    WORD("off", "off", "non"),
    WORD("on", "on", "oui"),
};
static const struct lan_word no_yeses[] = {
    WORD("no", "no", "non"),
    WORD("yes", "yes", "oui"),
};
static const struct lan_word yes_noes[] = {
    WORD("yes", "yes", "oui"),
    WORD("no", "no", "non"),
};
static const struct lan_word doubles[] = {
    WORD("off", "off", "non"),
    WORD("attacks", "for attacks", "pour les attaques"),
    WORD("any-damage", "for all damage dealt", "pour toute blessure infligée"),
};

/* ---- The table ----------------------------------------------------------------------------------------- */

const struct lan_option shadow_options[SHADOW_OPTIONS] = {
    [SHADOW_OPTION_RULES] =
        CHOICE("rules", rulebooks, NULL, "Which rulebook the options below follow unless you set them.",
               "La règle que suivent les options ci-dessous si tu ne les fixes pas."),
    [SHADOW_OPTION_SINGLE_USE] =
        CHOICE("single_use", single_uses, "SH-C5", "Single-use White and Black cards.",
               "Les cartes Lumière et Ténèbres à usage unique."),
    [SHADOW_OPTION_ATTACK_RANGE] = CHOICE("attack_range", attack_ranges, "SH-O1",
                                          "How far an attack reaches.", "La portée d'une attaque."),
    [SHADOW_OPTION_AREA_EFFECT] =
        CHOICE("area_effect", area_effects, "SH-O2", "The action of an area.", "L'action d'un lieu."),
    [SHADOW_OPTION_HERMIT_OUTCOME] =
        CHOICE("hermit_outcome", hermit_outcomes, "SH-O3", "What the others see of a Hermit card's effect.",
               "Ce que les autres voient de l'effet d'une carte Vision."),
    [SHADOW_OPTION_HERMIT_SELF] =
        CHOICE("hermit_self", no_yeses, "SH-O4", "May you give a Hermit card to yourself?",
               "Peux-tu te donner une carte Vision à toi-même ?"),
    [SHADOW_OPTION_ALTAR_LOOT] =
        CHOICE("altar_loot", altar_loots, "SH-C6", "Equipment stolen at the Erstwhile Altar.",
               "L'équipement volé au Sanctuaire ancien."),
    [SHADOW_OPTION_LOOT_ON] = CHOICE("loot_on", loot_ons, "SH-O5", "When a killer takes an equipment.",
                                     "Quand un tueur prend un équipement."),
    [SHADOW_OPTION_SHADOW_NEUTRAL_CLAUSE] =
        CHOICE("shadow_neutral_clause", on_offs, "SH-O6", "Do the Shadows also win when 3 Neutrals are dead?",
               "Les Shadows gagnent-ils aussi quand 3 Neutres sont morts ?"),
    [SHADOW_OPTION_ABILITY_TIMING] = CHOICE("ability_timing", ability_timings, "SH-O7",
                                            "When abilities are used.", "Quand on se sert des capacités."),
    [SHADOW_OPTION_CHARACTERS] = CHOICE("characters", character_sets, "SH-O8", "The characters in the game.",
                                        "Les personnages en jeu."),
    [SHADOW_OPTION_BOB] = CHOICE("bob", bobs, "SH-S5", "When Bob is dealt, and with which text.",
                                 "Quand Bob est distribué, et avec quel texte."),
    [SHADOW_OPTION_BOB_SCOPE] =
        CHOICE("bob_scope", bob_scopes, "SH-O12", "Which damage Bob may turn into a theft.",
               "Quelles blessures Bob peut changer en vol."),
    [SHADOW_OPTION_HAND_TIMING] =
        CHOICE("hand_timing", hand_timings, "SH-C5", "When cards kept in hand are played.",
               "Quand jouer les cartes gardées en main."),
    [SHADOW_OPTION_SEVEN] =
        CHOICE("seven", sevens, "SH-O10", "Where a roll of 7 lets you go.", "Où te mène un 7 aux dés."),
    [SHADOW_OPTION_CHARLES] =
        CHOICE("charles", charleses, "SH-K6", "Charles' Bloody Feast.", "Le Festin sanglant de Charles."),
    [SHADOW_OPTION_CHARLES_VOLLEY] = CHOICE("charles_volley", charles_volleys, "SH-K13",
                                            "Whom Charles attacks again after a Machine Gun volley.",
                                            "Qui Charles attaque encore après une rafale de Mitrailleuse."),
    [SHADOW_OPTION_EMI_ADJACENCY] = CHOICE("emi_adjacency", emi_adjacencies, "SH-O9",
                                           "Where Emi may teleport.", "Où Emi peut se téléporter."),
    [SHADOW_OPTION_MIRROR] = CHOICE("mirror", mirrors, "SH-O9", "Whom the Disenchant Mirror reveals.",
                                    "Qui le Miroir divin révèle."),
    [SHADOW_OPTION_ROBE] = CHOICE("robe", robes, "SH-O9", "What the Holy Robe protects against.",
                                  "Contre quoi protège la Toge sainte."),
    [SHADOW_OPTION_VAMPIRE_HEAL] =
        CHOICE("vampire_heal", vampire_heals, "SH-O9", "How often the Vampire heals in a Machine Gun volley.",
               "Combien de fois le Vampire se soigne lors d'une rafale."),
    [SHADOW_OPTION_COUNTER_ON_MISS] =
        CHOICE("counter_on_miss", yes_noes, "SH-O9", "May an attack without damage be answered?",
               "Peut-on riposter à une attaque sans blessure ?"),
    [SHADOW_OPTION_EXTRA_CHARACTER] = CHOICE(
        "extra_character", off_ons, "SH-X1", "One character more than players; the first dead is the judge.",
        "Un personnage de plus que de joueurs ; le premier mort est juge."),
    [SHADOW_OPTION_OPENING_HERMIT] = CHOICE(
        "opening_hermit", off_ons, "SH-X2", "A Hermit card goes round the table before the first turn.",
        "Une carte Vision fait le tour de la table avant le premier tour."),
    [SHADOW_OPTION_NO_ABILITIES] =
        CHOICE("no_abilities", off_ons, "SH-R3", "For beginners: nobody has an ability.",
               "Pour débuter : personne n'a de capacité."),
    [SHADOW_OPTION_USE_IT_OR_LOSE_IT] =
        CHOICE("use_it_or_lose_it", off_ons, "SH-HR1", "House rule: cards in hand do not outlast the turn.",
               "Règle maison : les cartes en main ne survivent pas au tour."),
    [SHADOW_OPTION_DUEL_DICE] =
        CHOICE("duel_dice", off_ons, "SH-HR2", "House rule: the attacker rolls the d6, the defender the d4.",
               "Règle maison : l'attaquant lance le d6, le défenseur le d4."),
    [SHADOW_OPTION_CRITICAL_MISSES] =
        CHOICE("critical_misses", off_ons, "SH-HR3", "House rule: equal dice in a duel cost the attacker 1.",
               "Règle maison : des dés égaux en duel coûtent 1 blessure à l'attaquant."),
    [SHADOW_OPTION_COUP_DE_GRACE] =
        CHOICE("coup_de_grace", off_ons, "SH-HR4", "House rule: a double six finishes somebody almost dead.",
               "Règle maison : un double six achève un personnage presque mort."),
    [SHADOW_OPTION_LAST_STAND] =
        CHOICE("last_stand", off_ons, "SH-HR5", "House rule: everyone may strike back once in the game.",
               "Règle maison : chacun peut riposter une fois dans la partie."),
    [SHADOW_OPTION_BLUR] =
        CHOICE("blur", off_ons, "SH-HR6", "House rule: everyone may try to dodge once in the game.",
               "Règle maison : chacun peut tenter une esquive une fois dans la partie."),
    [SHADOW_OPTION_DOUBLE_OR_LOSE] =
        CHOICE("double_or_lose", doubles, "SH-HR7", "House rule: once in the game, 2 more or 1 for yourself.",
               "Règle maison : une fois dans la partie, 2 de plus ou 1 pour toi."),
    [SHADOW_OPTION_CHARLES_REPEATS] = CHOICE("charles_repeats", charles_repeats, "SH-K6",
                                             "How often Charles may attack again where he takes 2 for it.",
                                             "Combien de fois Charles peut attaquer encore en recevant 2."),
};

/* ---- The preset ---------------------------------------------------------------------------------------- */

/* Where the English rulebook's choice is not the first. The user may still set each option. */
static const struct {
    uint8_t option, value;
} english[] = {
    {SHADOW_OPTION_SINGLE_USE, 1},  {SHADOW_OPTION_ATTACK_RANGE, 1},
    {SHADOW_OPTION_AREA_EFFECT, 1}, {SHADOW_OPTION_HERMIT_OUTCOME, 1},
    {SHADOW_OPTION_HERMIT_SELF, 1}, {SHADOW_OPTION_ALTAR_LOOT, 1},
    {SHADOW_OPTION_LOOT_ON, 1},     {SHADOW_OPTION_SHADOW_NEUTRAL_CLAUSE, 1},
    {SHADOW_OPTION_CHARACTERS, 2},  {SHADOW_OPTION_HAND_TIMING, 1},
    {SHADOW_OPTION_SEVEN, 1},
};

static void choose(struct lan_config *config, int option, int value)
{
    if (config->value[SHADOW_OPTION_RULES] && !(config->given >> option & 1))
        config->value[option] = value;
}

void shadow_preset(struct lan_config *config)
{
    for (size_t i = 0; i < sizeof english / sizeof *english; i++)
        choose(config, english[i].option, english[i].value);
}

void shadow_preset_1(struct lan_config *config)
{
    shadow_preset(config);
    choose(config, SHADOW_OPTION_ABILITY_TIMING, 1);
}

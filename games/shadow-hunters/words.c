/* words.c - the names of Shadow Hunters: ids for notation and records, names for people in both languages. */
#include "shadow.h"

#include "edition.h"
#include "tables.h"

const struct lan_word shadow_characters[SHADOW_CHARACTERS] = {
    [SHADOW_ALLIE] = WORD("allie", "Allie", "Allie"),
    [SHADOW_BOB] = WORD("bob", "Bob", "Bob"),
    [SHADOW_CHARLES] = WORD("charles", "Charles", "Charles"),
    [SHADOW_DANIEL] = WORD("daniel", "Daniel", "Daniel"),
    [SHADOW_EMI] = WORD("emi", "Emi", "Emi"),
    [SHADOW_FRANKLIN] = WORD("franklin", "Franklin", "Franklin"),
    [SHADOW_GEORGE] = WORD("george", "George", "Georges"),
    [SHADOW_UNKNOWN] = WORD("unknown", "Unknown", "Métamorphe"),
    [SHADOW_VAMPIRE] = WORD("vampire", "Vampire", "Vampire"),
    [SHADOW_WEREWOLF] = WORD("werewolf", "Werewolf", "Loup-garou"),
    [SHADOW_AGNES] = WORD("agnes", "Agnes", "Agnès"),
    [SHADOW_BRYAN] = WORD("bryan", "Bryan", "Bryan"),
    [SHADOW_CATHERINE] = WORD("catherine", "Catherine", "Catherine"),
    [SHADOW_DAVID] = WORD("david", "David", "David"),
    [SHADOW_ELLEN] = WORD("ellen", "Ellen", "Ellen"),
    [SHADOW_FUKA] = WORD("fu-ka", "Fu-ka", "Fu-ka"),
    [SHADOW_GREGOR] = WORD("gregor", "Gregor", "Gregor"),
    [SHADOW_ULTRA_SOUL] = WORD("ultra-soul", "Ultra Soul", "Momie"),
    [SHADOW_VALKYRIE] = WORD("valkyrie", "Valkyrie", "Valkyrie"),
    [SHADOW_WIGHT] = WORD("wight", "Wight", "Liche"),
};

const struct lan_word shadow_sides[SHADOW_SIDES] = {
    [SHADOW_HUNTER] = WORD("hunter", "Hunter", "Hunter"),
    [SHADOW_SHADOW] = WORD("shadow", "Shadow", "Shadow"),
    [SHADOW_NEUTRAL] = WORD("neutral", "Neutral", "Neutre"),
};

const struct lan_word shadow_areas[SHADOW_AREAS] = {
    [SHADOW_CABIN] = WORD("cabin", "Hermit's Cabin", "Antre de l'Ermite"),
    [SHADOW_GATE] = WORD("gate", "Underworld Gate", "Porte de l'Outremonde"),
    [SHADOW_CHURCH] = WORD("church", "Church", "Monastère"),
    [SHADOW_CEMETERY] = WORD("cemetery", "Cemetery", "Cimetière"),
    [SHADOW_WOODS] = WORD("woods", "Weird Woods", "Forêt hantée"),
    [SHADOW_ALTAR] = WORD("altar", "Erstwhile Altar", "Sanctuaire ancien"),
};

const struct lan_word shadow_decks[SHADOW_DECKS] = {
    [SHADOW_WHITE] = WORD("white", "White", "Lumière"),
    [SHADOW_BLACK] = WORD("black", "Black", "Ténèbres"),
    [SHADOW_HERMIT] = WORD("hermit", "Hermit", "Vision"),
};

const struct lan_word shadow_cards[SHADOW_CARDS] = {
    [SHADOW_TALISMAN] = WORD("talisman", "Talisman", "Amulette"),
    [SHADOW_SPEAR] = WORD("spear-of-longinus", "Spear of Longinus", "Lance de Longinus"),
    [SHADOW_ROBE] = WORD("holy-robe", "Holy Robe", "Toge sainte"),
    [SHADOW_ROSARY] = WORD("silver-rosary", "Silver Rosary", "Crucifix en argent"),
    [SHADOW_COMPASS] = WORD("mystic-compass", "Mystic Compass", "Boussole mystique"),
    [SHADOW_BROOCH] = WORD("fortune-brooch", "Fortune Brooch", "Broche de chance"),
    [SHADOW_KNIFE] = WORD("butcher-knife", "Butcher Knife", "Hachoir maudit"),
    [SHADOW_CHAINSAW] = WORD("chainsaw", "Chainsaw", "Tronçonneuse du mal"),
    [SHADOW_AXE] = WORD("rusted-broad-axe", "Rusted Broad Axe", "Hache tueuse"),
    [SHADOW_MASAMUNE] = WORD("cursed-sword-masamune", "Cursed Sword Masamune", "Sabre hanté Masamune"),
    [SHADOW_HANDGUN] = WORD("handgun", "Handgun", "Revolver des ténèbres"),
    [SHADOW_MACHINE_GUN] = WORD("machine-gun", "Machine Gun", "Mitrailleuse funeste"),
    [SHADOW_ADVENT] = WORD("advent", "Advent", "Avènement suprême"),
    [SHADOW_BLESSING] = WORD("blessing", "Blessing", "Bénédiction"),
    [SHADOW_CHOCOLATE] = WORD("chocolate", "Chocolate", "Barre de chocolat"),
    [SHADOW_KNOWLEDGE] = WORD("concealed-knowledge", "Concealed Knowledge", "Savoir ancestral"),
    [SHADOW_MIRROR] = WORD("disenchant-mirror", "Disenchant Mirror", "Miroir divin"),
    [SHADOW_FIRST_AID] = WORD("first-aid", "First Aid", "Premiers secours"),
    [SHADOW_FLARE] = WORD("flare-of-judgement", "Flare of Judgement", "Éclair purificateur"),
    [SHADOW_ANGEL] = WORD("guardian-angel", "Guardian Angel", "Ange gardien"),
    [SHADOW_HOLY_WATER] = WORD("holy-water-of-healing", "Holy Water of Healing", "Eau bénite"),
    [SHADOW_BANANA] = WORD("banana-peel", "Banana Peel", "Peau de banane"),
    [SHADOW_SPIDER] = WORD("bloodthirsty-spider", "Bloodthirsty Spider", "Araignée sanguinaire"),
    [SHADOW_RITUAL] = WORD("diabolic-ritual", "Diabolic Ritual", "Rituel diabolique"),
    [SHADOW_DYNAMITE] = WORD("dynamite", "Dynamite", "Dynamite"),
    [SHADOW_GOBLIN] = WORD("moody-goblin", "Moody Goblin", "Succube tentatrice"),
    [SHADOW_DOLL] = WORD("spiritual-doll", "Spiritual Doll", "Poupée démoniaque"),
    [SHADOW_BAT] = WORD("vampire-bat", "Vampire Bat", "Chauve-souris vampire"),
    [SHADOW_AID] = WORD("aid", "Aid", "Vision divine"),
    [SHADOW_HUDDLE] = WORD("huddle", "Huddle", "Vision lugubre"),
    [SHADOW_NURTURANCE] = WORD("nurturance", "Nurturance", "Vision réconfortante"),
    [SHADOW_ANGER] = WORD("anger", "Anger", "Vision furtive"),
    [SHADOW_BLACKMAIL] = WORD("blackmail", "Blackmail", "Vision enivrante"),
    [SHADOW_GREED] = WORD("greed", "Greed", "Vision cupide"),
    [SHADOW_SLAP] = WORD("slap", "Slap", "Vision mortifère"),
    [SHADOW_SPELL] = WORD("spell", "Spell", "Vision foudroyante"),
    [SHADOW_EXORCISM] = WORD("exorcism", "Exorcism", "Vision purificatrice"),
    [SHADOW_BULLY] = WORD("bully", "Bully", "Vision clairvoyante"),
    [SHADOW_TOUGH_LESSON] = WORD("tough-lesson", "Tough Lesson", "Vision destructrice"),
    [SHADOW_PREDICTION] = WORD("prediction", "Prediction", "Vision suprême"),
};

const struct lan_word shadow_answers[SHADOW_ANSWERS] = {
    [SHADOW_ANSWER_NONE] = WORD("none", "no answer yet", "pas encore de réponse"),
    [SHADOW_ANSWER_PASS] = WORD("pass", "no", "non"),
    [SHADOW_ANSWER_COUNTER] = WORD("counter", "counterattack", "contre-attaque"),
    [SHADOW_ANSWER_LAST_STAND] = WORD("last-stand", "last stand", "baroud d'honneur"),
};

const struct lan_word shadow_met[2] = {
    WORD("not-met", "no victory condition is met", "aucune condition de victoire n'est remplie"),
    WORD("met", "a victory condition is met", "une condition de victoire est remplie"),
};

static const struct lan_spelling spellings[] = {
#define SPELLING(from, to) {from, to},
#include "book.def"
#undef SPELLING
};

const struct lan_edition shadow_edition = {
    .lang = LAN_FR,
    .count = LAN_COUNT(spellings),
    .spelling = spellings,
};

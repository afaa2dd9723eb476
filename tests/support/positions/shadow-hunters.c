/*
 * Positions of Shadow Hunters. In a scenario:
 *   set character 1 werewolf         who seat 1 is; seats without a line get the lowest characters that fit SH-S4
 *   set left-over allie              the character put aside (extra_character)
 *   set areas cabin gate church cemetery woods altar   what lies in slots 0 to 5; this order is the default
 *   set area 2 church                where a pawn stands; without a line it is off the board
 *   set damage 3 7
 *   set revealed 1 4                 seats whose character is face up
 *   set dead 5 6                     seats that died earlier (their damage becomes their HP)
 *   set first-dead 6                 those of the dead who died first; all of them without this line
 *   set equip 2 chainsaw talisman    equipment in front of seat 2
 *   set stash 2 holy-robe            equipment in hand (altar_loot=hand)
 *   set hand 2 advent dynamite       single-use cards in hand (single_use=hand)
 *   set discard vampire-bat aid      cards in the discards of their decks, Hermit cards too
 *   set deck white advent blessing   nothing else is left in that deck: the rest of it goes to the discards
 *   set used 1                       seats that have spent their once-only ability
 *   set cursed 3                     seats that Ellen has cursed
 *   set angel 2   set barrier 4      Guardian Angel and Ghostly Barrier still last
 *   set spent 1 blur last-stand double   house rules that seat 1 has used up
 *   set coup 1 3                     seat 1 has tried its coup de grâce on seat 3 already
 *   set extra-turns 2 1
 *   set left 4                       Agnes in seat 4 has turned to her left neighbour
 *   set active 2                     whose turn it is; seat 1 by default
 *   set phase start                  start (default), area, attack, end: what the active player is about to do
 */

import { list } from "./list.ts";

/** Invented people; a match with a real person is chance. */

export const womensNames = list(`
  Adaeze, Aiko, Alondra, Amara, Anneliese, Anoush, Beatriz, Bronwyn, Camille, Carmela, Chidinma,
  Clodagh, Dalia, Delphine, Dolores, Eilidh, Elspeth, Esperanza, Farah, Fiorella, Freya,
  Gwendolyn, Hadiya, Hana, Imelda, Ingrid, Isadora, Jacinta, Josephine, Kalinda, Keziah, Lakshmi,
  Leilani, Lourdes, Maeve, Magdalena, Marisela, Mei-Lin, Nadezhda, Nayeli, Nerys, Noor, Odalys,
  Oksana, Paloma, Philippa, Priya, Rosalind, Roxana, Salome, Saoirse, Shirin, Solveig, Tamsin,
  Thandiwe, Ursula, Valentina, Winona, Xiomara, Yesenia, Zainab, Zuzana
`);

export const mensNames = list(`
  Abelardo, Anselm, Bartholomew, Caspian, Cormac, Dashiell, Desmond, Emeka, Fabian, Gideon,
  Hiroshi, Idris, Joaquin, Kwame, Leandro, Mateo, Niall, Osvaldo, Pascal, Rafael, Sanjay, Tobias,
  Ulises, Wendell
`);

export const lastNames = list(`
  Abernathy, Achterberg, Adeyemi, Albescu, Aldana, Ashgrove, Balakrishnan, Barrientos,
  Bellweather, Bianchetti, Blackwood, Boudreaux, Brightwater, Cabrales, Castellanos, Chaudhary,
  Cieslak, Coldwell, Corriveau, Crowfoot, Dalgaard, Delacroix, Dimitrov, Drummond, Echeverria,
  Eldridge, Fairweather, Ferreira, Fontenot, Galanis, Garrity, Gutierrez, Hallorann, Harrowgate,
  Hashimoto, Holloway, Ibekwe, Jankowski, Kapoor, Katzenbach, Kealoha, Kowalczyk, Lachance,
  Lindqvist, Longstreet, MacAllister, Maldonado, Marchetti, Mbatha, Mendoza, Moreau, Mwangi,
  Nakamura, Nightingale, O'Shaughnessy, Okafor, Olafsdottir, Ostrowski, Pemberton, Petrosyan,
  Pinheiro, Quintanilla, Rasmussen, Ravenscroft, Rosenthal, Rutherford, Saldivar, Santangelo,
  Sepulveda, Silverstone, Sorensen, St. Clair, Takahashi, Tesfaye, Thibodeaux, Thornbury,
  Underhill, Valderrama, Vandermeer, Vasquez, Villanueva, Wainwright, Whitlock, Wickramasinghe,
  Yarborough, Zamora, Zielinski
`);

/** The psychics' usernames are made of these. */
export const psychicNames = list(`
  agatha, amethyst, anastasia, aquila, ariadne, aurora, autumnrain, azura, bellamoon, birchwood,
  briar, calliope, cardinal, cassiopeia, celeste, clementine, clover, coraline, crystalwaters,
  dahlia, delphi, dovesong, ember, esmeralda, estrella, evangeline, fernanda, firefly, galatea,
  gentle.heart, ginger, gracewind, harmony, hazelwood, heatherfield, hestia, indigo, isolde,
  jadestone, jasmine, juniper, kestrel, lavender, leo.rising, lilywhite, lorelei, lucinda,
  magnolia, marigold, mariposa, meadowlark, melisande, mirabel, moonstone, morningstar,
  night.garden, northstar, oakmoss, oceana, ophelia, orchid, papillon, pearl, periwinkle, phoenix,
  quietmind, rhiannon, riverstone, rosemary, rowan, ruby, saffron, sapphire, selene, seraphine,
  silverbirch, soledad, solstice, starlight, summerland, tamarind, tulip, twilight, velvet,
  verbena, violeta, wildrose, willow, wintergreen, yarrow, zephyr
`);

export const customerWords = list(`
  amber, autumn, blue, bright, calm, cedar, cloudy, copper, coral, crimson, daisy, desert, early,
  east, emerald, gentle, golden, green, happy, harbor, honey, hopeful, island, ivory, jolly, kind,
  lake, lemon, little, lone, lucky, maple, mellow, midnight, misty, morning, mountain, north,
  ocean, pacific, patient, pink, prairie, quiet, rainy, red, river, rose, sandy, silent, silver,
  simple, sleepy, snowy, south, spring, starry, stormy, sugar, summer, sunny, sweet, swift,
  tender, valley, velvet, violet, warm, west, wild, windy, winter, wise, yellow
`);

export const customerThings = list(`
  acorn, anchor, angel, badger, bear, bird, bluebell, breeze, brook, butterfly, candle, canyon,
  cat, cherry, comet, cookie, cottage, creek, dancer, deer, dolphin, dove, dragonfly, dreamer,
  eagle, falcon, feather, field, finch, flower, fox, garden, heart, heron, horizon, kitten, lady,
  lantern, leaf, lighthouse, lion, lotus, meadow, mama, moon, nurse, owl, panda, pebble, penguin,
  petal, pine, piper, poet, pond, quilt, rabbit, rain, rider, robin, sailor, shell, singer, sky,
  sparrow, star, stone, sun, teacher, tiger, traveler, tree, wave, whale, willow, wolf, wren
`);

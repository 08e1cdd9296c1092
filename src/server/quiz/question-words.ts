/** The word lists behind the measure of likeness (similarity.ts); all are lower case, unaccented. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean));

/** Each line is one meaning: its first word stands for all of them. */
function firstOfEachLine(lines: string): ReadonlyMap<string, string> {
  const table = lines.trim().split('\n');
  return new Map(
    table.flatMap((line) => {
      const [first = '', ...others] = line.trim().split(/\s+/);
      return others.map((other) => [other, first] as const);
    }),
  );
}

/** Words that say nothing about what is asked. */
export const stopWords = words(`
  a an the this that these those it its he she they them his her their there
  of in on at to from by for with as into onto within during among between through about
  and or but is are was were be been being am do does did done has have had can could would
  will shall should may might must which what who whom whose when where why how
  name named names call called calls known know term title kind type sort form credited credit
  considered regarded said one ones following lie lies lay located situated stand stands stood
  find found kept keep housed also often usually commonly main you we your our if so than then
  him up out nicknamed primary chief used`);

/** Different words for the same thing, and irregular forms that stemming cannot reach. */
export const sameMeaning = firstOfEachLine(`
  write wrote written author authored writer novelist pen penned
  paint painter
  compose composer
  sculpt sculptor
  direct director
  invent inventor
  discover discoverer
  design designer designed
  establish founded founder
  create creator made make makes making
  build built building
  win won winner winning
  begin began begun start started starts starting commence commenced outbreak
  end ended ending finish finished conclude concluded
  lose lost
  steal stole stolen
  sing sang sung singer
  fall fell fallen
  sink sank sunk
  fly flew flown
  fight fought
  lead led
  run ran flow flows flowing runs
  break broke broken
  give gave given
  large big great huge
  small little tiny
  film movie
  soccer football
  sea ocean
  home birthplace
  host hosts hosted held
  largest biggest greatest
  smallest tiniest littlest
  highest tallest
  fastest quickest
  nearest closest
  furthest farthest
  last final
  1st first
  2 two
  3 three
  4 four
  5 five
  6 six
  7 seven
  8 eight
  9 nine
  10 ten
  11 eleven
  12 twelve
  usa us america american
  uk british britain
  meaning mean means signify
`);

/** Words that turn a question into another wherever only one of two questions has them. */
export const decidingWords = words(`
  not never no none except without neither nor
  largest smallest longest shortest highest lowest deepest shallowest oldest youngest newest
  fastest slowest hottest coldest heaviest lightest nearest furthest richest poorest hardest
  softest brightest earliest latest busiest most least fewest best worst
  1st second third fourth fifth sixth last`);

/** Opposites: two questions differ where one has the one word and the other has the other. */
export const opposites: readonly (readonly [string, string])[] = [
  ['begin', 'end'],
  ['before', 'after'],
  ['win', 'lose'],
  ['above', 'below'],
  ['enter', 'leave'],
  ['open', 'close'],
  ['bear', 'die'],
  ['born', 'die'],
  ['birth', 'death'],
  ['north', 'south'],
  ['east', 'west'],
  ['north', 'east'],
  ['north', 'west'],
  ['south', 'east'],
  ['south', 'west'],
  ['northern', 'southern'],
  ['eastern', 'western'],
  ['left', 'right'],
  ['upper', 'lower'],
  ['inner', 'outer'],
  ['male', 'female'],
  ['man', 'woman'],
  ['men', 'women'],
  ['king', 'queen'],
  ['emperor', 'empress'],
  ['actor', 'actress'],
  ['husband', 'wife'],
  ['father', 'mother'],
  ['son', 'daughter'],
  ['brother', 'sister'],
  ['import', 'export'],
  ['hot', 'cold'],
  ['maximum', 'minimum'],
  ['increase', 'decrease'],
  ['acid', 'base'],
  ['rise', 'fall'],
  ['large', 'small'],
  ['summer', 'winter'],
  ['positive', 'negative'],
];

/** Words that say what is asked for (a city, a year), by the aim that they stand for. */
export const aimWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    city: 'city',
    town: 'city',
    country: 'country',
    nation: 'country',
    continent: 'continent',
    year: 'time',
    date: 'time',
    decade: 'time',
    century: 'time',
    person: 'person',
    artist: 'person',
    number: 'count',
    height: 'height',
    length: 'length',
    distance: 'distance',
    depth: 'depth',
    reason: 'reason',
  }),
);

/** Places, all of which answer "where". */
export const placeAims = ['city', 'country', 'continent', 'place'] as const;

/** Aims of "how …" by the word that follows; anything else asks for a manner. */
export const howAims: ReadonlyMap<string, string> = new Map(
  Object.entries({
    many: 'count',
    much: 'amount',
    high: 'height',
    tall: 'height',
    long: 'length',
    far: 'distance',
    deep: 'depth',
    old: 'age',
  }),
);

/**
 * Roles of people. "Which Dutch artist painted …" asks what "Who painted …" asks, so a role right
 * after "which" or "what" and the words before it are left out.
 */
export const roles = words(`
  person man woman artist painter author writer novelist poet playwright composer musician singer
  sculptor architect designer director inventor scientist physicist chemist biologist astronomer
  mathematician philosopher doctor physician engineer explorer navigator leader ruler emperor
  empress king queen president general admiral actor actress player athlete swimmer gymnast
  photographer economist psychologist astronaut cosmonaut character graduate student`);

/** Fixed phrases, rewritten before the words are looked at. */
export const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:what|who)(?:'s| is| was| are| were) the names? of (?:the )?/g, 'which '],
  [/^name (?:the )?/g, 'which '],
  [/\bwhat's\b/g, 'what is'],
  [/\bwho's\b/g, 'who is'],
  [/n't\b/g, ' not'],
  [/\b(?:first world war|world war (?:one|i)|ww ?(?:1|i)|great war)\b/g, 'world war 1'],
  [/\b(?:second world war|world war (?:two|ii)|ww ?(?:2|ii))\b/g, 'world war 2'],
  [/\b(?:best|most|well|widely)[- ](?:known|famous)\b|\bfamous(?:ly)?\b/g, ' '],
  [/\b(?:in|of) the (?:whole |entire )?world\b|\bon (?:planet )?earth\b|\bthe world's\b/g, ' '],
  [/\b(?:stands?|stood|short) for\b/g, 'meaning'],
  [/\bunited states(?: of america)?\b|\bu\.s\.(?:a\.)?/g, 'usa'],
  [/\bunited kingdom\b|\bgreat britain\b/g, 'uk'],
];

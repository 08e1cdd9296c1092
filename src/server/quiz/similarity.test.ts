import { describe, expect, test } from 'vitest';
import { topicIds } from '../../domain/topics.ts';
import { loadSamples } from '../writers/samples/collection.ts';
import { areAlike, fingerprintOf } from './similarity.ts';

const theSame = [
  ['What is the capital of Australia?', "Which city is Australia's capital?"],
  ['What is the capital city of Australia?', 'what is the CAPITAL of australia'],
  ['Who painted the Mona Lisa?', 'Which artist painted the Mona Lisa?'],
  ['Who painted the Mona Lisa?', 'The Mona Lisa was painted by whom?'],
  ['Who is the painter of The Starry Night?', 'Who painted The Starry Night in 1889?'],
  ['Who painted The Scream?', 'Which Norwegian artist painted The Scream?'],
  ['In what year did WW1 begin?', 'When did the First World War start?'],
  ['In which year did World War II end?', 'What year was the end of the Second World War?'],
  [
    'What is the largest planet in our solar system?',
    'Which planet of the Solar System is biggest?',
  ],
  ['Which ocean is the largest on Earth?', "What is the world's biggest ocean?"],
  ['Which lake is the deepest in the world?', 'What is the deepest lake on Earth?'],
  ['Who wrote War and Peace?', 'Who is the author of the novel War and Peace?'],
  ['Who wrote the novel Frankenstein?', 'Who is the author of Frankenstein?'],
  ['In which country is Machu Picchu located?', 'Where would you find Machu Picchu?'],
  ['How many players are on a soccer team?', 'What is the number of players on a football team?'],
  ['How high is Mount Everest?', 'What is the height of Mount Everest?'],
  ['What does CPU stand for?', 'What does the abbreviation “CPU” mean?'],
  ['In which city is the Prado Museum?', 'The Prado Museum is in which city?'],
  ['Which gas do plants absorb?', 'What gas is absorbed by a plant?'],
  ['Who was the first person on the Moon?', 'What was the name of the first person on the moon?'],
  ['Who composed Boléro?', 'Which French composer composed Bolero?'],
  ['Who invented the telephone?', 'Who was the inventor of the telephone?'],
  [
    'Which country won the FIFA World Cup in 2018?',
    'Which nation was the 2018 FIFA World Cup winner?',
  ],
  ['Which planet is closest to the Sun?', 'What is the nearest planet to the Sun?'],
  ['What is the longest bone in the human body?', 'Which bone of the human body is the longest?'],
  ['Which country has the most islands?', 'What country has the most islands in the world?'],
  ['Name the capital of Peru.', 'What is the capital of Peru?'],
  ['Who composed The Four Seasons?', 'Who was the composer of "The Four Seasons"?'],
  ['Which river flows through Paris?', 'What river runs through Paris?'],
  ['What is the capital of Norway?', 'What’s Norway’s capital?'],
  ['Which city hosted the 2012 Summer Olympics?', 'Where were the 2012 Summer Olympics held?'],
  ['What is the currency of Japan?', 'Which currency is used in Japan?'],
  ['Which planet is known as the Red Planet?', 'What planet is nicknamed the Red Planet?'],
  ['Какой город — столица Перу?', 'Столица Перу — какой город?'],
  ['ペルーの首都はどこですか？', 'ペルーの首都はどこですか'],
] as const;

const different = [
  ['What is the capital of Australia?', 'What is the capital of Austria?'],
  ['Who painted the Mona Lisa?', 'Who stole the Mona Lisa in 1911?'],
  ['In what year did WW1 begin?', 'In what year did WW1 end?'],
  ['What is the largest planet?', 'What is the smallest planet?'],
  ['Who painted the Mona Lisa?', 'When was the Mona Lisa painted?'],
  ['Who painted the Mona Lisa?', 'What is the Mona Lisa painted on?'],
  ['Where is the Mona Lisa?', 'Where was the Mona Lisa painted?'],
  ['In which city is the Louvre?', 'In which country is the Louvre?'],
  ['What is the largest city in Africa?', 'What is the largest country in Africa?'],
  ['When did World War I begin?', 'When did World War II begin?'],
  ['What event started World War I?', 'When did World War I begin?'],
  ['What is the capital of North Korea?', 'What is the capital of South Korea?'],
  ['What is the capital of Guinea?', 'What is the capital of Papua New Guinea?'],
  ['Which of these animals is a mammal?', 'Which of these animals is not a mammal?'],
  ['Which planet has rings?', "Which planet doesn't have rings?"],
  ['Which is the longest river in Africa?', 'Which is the second longest river in Africa?'],
  ['Who was the first man on the Moon?', 'Who was the last man on the Moon?'],
  ['Who won the World Cup in 2014?', 'Who won the World Cup in 2018?'],
  ['What is 7 times 8?', 'What is 7 times 9?'],
  ['Who wrote War and Peace?', 'Who wrote The War of the Worlds?'],
  [
    'Which disease comes from a severe lack of vitamin A?',
    'Which disease comes from a severe lack of vitamin C?',
  ],
  [
    'Which river flows through Cairo on its way to the sea?',
    'Which river flows through Lyon on its way to the sea?',
  ],
  ['How many moons does Mars have?', 'How many moons does Neptune have?'],
  ['How many strings does a violin have?', 'How long are the strings of a violin?'],
  ['Where was Napoleon born?', 'Where did Napoleon die?'],
  ['When was Beethoven born?', 'Where was Beethoven born?'],
  ['Who was the first emperor of China?', 'Who was the first president of China?'],
  ['What is the highest mountain in the world?', 'What is the highest waterfall in the world?'],
  [
    "Who won the men's singles at Wimbledon in 1985?",
    "Who won the women's singles at Wimbledon in 1985?",
  ],
  ['Which country exports the most coffee?', 'Which country imports the most coffee?'],
  ['What does CPU stand for?', 'What does GPU stand for?'],
  ['Which queen was ruling Egypt in 30 BCE?', 'Which king was ruling Egypt in 30 BCE?'],
  ['Who was Henry VIII’s first wife?', 'Who was Henry VIII’s last wife?'],
  ['Какой город — столица Австрии?', 'Какой город — столица Австралии?'],
  ["What was Tolstoy's first novel?", "What was Tolstoy's first play?"],
  ['Which Russian cosmonaut reached space first?', 'Which US astronaut reached space first?'],
  ['Which African country is the largest?', 'Which European country is the largest?'],
  ['Which island lies south of Italy?', 'Which island lies north of Italy?'],
  ['Which city hosted the 2012 Summer Olympics?', 'Which city hosted the 2012 Winter Olympics?'],
  [
    'Which gas is most abundant in the atmosphere of Earth?',
    'Which gas is most abundant in the atmosphere of Mars?',
  ],
  ['How many bones are in the human hand?', 'How many bones are in the human foot?'],
  ['オーストラリアの首都はどこですか', 'オーストリアの首都はどこですか'],
  ['¿Cuál es la capital de Australia?', '¿Cuál es la capital de Austria?'],
] as const;

describe('likeness of questions', () => {
  test.each(theSame)('%s | %s: the same', (one, other) => {
    expect(areAlike(one, other)).toBe(true);
    expect(areAlike(other, one)).toBe(true);
  });

  test.each(different)('%s | %s: different', (one, other) => {
    expect(areAlike(one, other)).toBe(false);
    expect(areAlike(other, one)).toBe(false);
  });

  test.each(topicIds)('no two of the sample questions on %s are alike', (topic) => {
    const texts = loadSamples()[topic].map(({ text }) => text);
    const pairs = texts.flatMap((text, index) =>
      texts.slice(index + 1).flatMap((later) => (areAlike(text, later) ? [[text, later]] : [])),
    );

    expect(texts.length).toBeGreaterThanOrEqual(40);
    expect(pairs).toEqual([]);
  });

  test('every sample question is like itself', () => {
    const texts = Object.values(loadSamples()).flatMap((samples) => samples.map((q) => q.text));

    expect(texts.filter((text) => !areAlike(text, text))).toEqual([]);
  });

  test.each([
    '',
    ' ',
    '?!',
    '🎉',
    '\ud800',
    'ก'.repeat(5000),
    'a'.repeat(50_000),
    'which',
    'when where how',
  ])('takes %j without an error and finds it like itself and unlike a question', (odd) => {
    expect(areAlike(odd, odd)).toBe(true);
    expect(areAlike(odd, 'What is the capital of Peru?')).toBe(false);
  });
});

describe('a fingerprint', () => {
  test('holds the words that carry the question and no others', () => {
    expect(fingerprintOf("Which city is Australia's capital?")).toEqual(['australia', 'capital']);
    expect(fingerprintOf('Who painted The Starry Night in 1889?')).toEqual([
      '1889',
      'night',
      'paint',
      'starry',
    ]);
  });

  test('folds the accents of Latin letters and leaves those of other scripts', () => {
    expect(fingerprintOf('Boléro')).toEqual(fingerprintOf('Bolero'));
    expect(fingerprintOf('май')).not.toEqual(fingerprintOf('маи'));
  });

  test('is empty where nothing carries the question', () => {
    expect(fingerprintOf('What is this?')).toEqual([]);
  });
});

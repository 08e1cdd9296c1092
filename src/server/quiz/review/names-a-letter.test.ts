import { describe, expect, test } from 'vitest';
import { loadSamples } from '../../writers/samples/collection.ts';
import { namesALetter } from './names-a-letter.ts';
import { questionOf, sampleAsQuestion } from './test-questions.ts';

const planets = ['Venus', 'Mars', 'Pluto'];
const explained = (explanation: string) =>
  questionOf('Which planet is nearest to the Sun?', 'Mercury', planets, explanation);
const asked = (stem: string) => questionOf(stem, 'Mercury', planets);
const answered = (...answers: string[]) =>
  questionOf('Which planet is nearest to the Sun?', 'Mercury', answers);

describe('a reference to an answer by its letter', () => {
  test.each([
    'Option B is right because Mercury is nearest.',
    'Mercury is nearest, so option (b) is right.',
    'The correct answer is C.',
    'The correct answer is A, for Mercury is nearest.',
    'The answer is “D”.',
    'Correct answer: B',
    'Answer (C) names a dwarf planet.',
    'Answers B and C are further away.',
    'Unlike choice d, Mercury is near.',
    'Both A and D are planets, but only one is nearest.',
    'Neither B nor C is near.',
    'A and B only are inner planets.',
    'Only B and C are correct.',
    'B is wrong: Venus is second.',
    'Mercury is nearest; C is incorrect.',
    'A is correct because Mercury is nearest.',
    'The correct one is A.',
    'Pick B, for it is the nearest.',
    'The nearest are (A) and (B).',
    '**B** is wrong: Venus is second.',
    'The correct answer is **C**.',
    'B (Venus) is incorrect.',
    'Choice A describes the nearest.',
    'Hence, the answer is B - Venus.',
    'The correct answer is C) Mars.',
  ])('is found in the explanation %j', (explanation) => {
    expect(namesALetter(explained(explanation))).toBe(true);
  });

  test.each([
    'Which planet is nearest, option A or option B?',
    'Is it option C that is nearest?',
    'Which planet is nearest? A) Mercury B) Venus C) Mars D) Pluto',
    'Which planet is nearest to the Sun: (A) Mercury, (B) Venus, (C) Mars?',
  ])('is found in the stem %j', (stem) => {
    expect(namesALetter(asked(stem))).toBe(true);
  });

  test.each([
    [['Same as option A', 'Mars', 'Pluto']],
    [['B) Venus', 'Mars', 'Pluto']],
    [['(b) Venus', 'Mars', 'Pluto']],
    [['Option B', 'Option C', 'Option D']],
  ])('is found in the answers %j', (answers) => {
    expect(namesALetter(answered(...answers))).toBe(true);
  });

  test('is found where every answer carries its letter and a stop', () => {
    const carrying = questionOf('Which is nearest?', 'A. Mercury', [
      'B. Venus',
      'C. Mars',
      'D. Pluto',
    ]);

    expect(namesALetter(carrying)).toBe(true);
  });

  test('is found by any letter that an answer has', () => {
    const six = questionOf('Which?', 'Mercury', [...planets, 'Ceres', 'Eris'], 'Option F is icy.');

    expect(namesALetter(six)).toBe(true);
    expect(namesALetter(explained('Option F is icy.'))).toBe(false);
  });
});

describe('a letter that names something else', () => {
  test.each([
    'Vitamin C prevents scurvy, and vitamin D rickets.',
    'Hepatitis B is caused by a virus.',
    'Hepatitis B is wrong to call harmless.',
    'Plan B is the best known work of the band.',
    'A is for apple in many alphabets.',
    'A planet is a body that orbits a star.',
    'It is in B flat, and the answer is B flat minor.',
    'The piece is in C major; the correct answer is C major.',
    'Type A and type B are blood groups.',
    'Section B and Serie A are leagues.',
    'World War I began in 1914.',
    'The correct answer is A Tale of Two Cities.',
    'The right answer is a planet.',
    'The answer is D-Day, the landing of 1944.',
    'The answer is C++, the successor of C.',
    'The answer is B.B. King, who played the guitar.',
    'The answer is D. H. Lawrence, who wrote the novel.',
    'People with blood group AB have both A and B antigens.',
    'Its strings are tuned to G, D, A and E.',
    'In the equation, c is the speed of light (c).',
    'Carbon (C) and boron (B) are elements.',
    'Players could answer a question or choose a card.',
    'A first choice among sailors, the option a captain took.',
    'They are called A and B in the catalogue.',
    'Kirchhoff named the D line.',
    'Either C or Java could be used.',
    'Critics praise both A Night at the Opera and A Day at the Races.',
    'The alternative C spelling is rare.',
    'It was the right answer: a balloon.',
    'She won a B and an A.',
  ])('is left alone in %j', (explanation) => {
    expect(namesALetter(explained(explanation))).toBe(false);
  });

  test('is left alone where answers are letters themselves', () => {
    const symbols = questionOf(
      'Which letter stands for carbon?',
      'C',
      ['B', 'K', 'N'],
      'The answer is C.',
    );

    expect(namesALetter(symbols)).toBe(false);
  });

  test('is left alone where the question is about lettered matters', () => {
    const blood = questionOf(
      'Which antigens do people of blood group AB have?',
      'A and B',
      ['Only A', 'Only B', 'Rhesus alone'],
      'Both A and B are on their red cells.',
    );

    expect(namesALetter(blood)).toBe(false);
  });

  test('is left alone in answers that are names with initials', () => {
    expect(
      namesALetter(
        questionOf('Who wrote Winnie-the-Pooh?', 'A. A. Milne', [
          'C. S. Lewis',
          'D. H. Lawrence',
          'B. Traven',
        ]),
      ),
    ).toBe(false);
  });

  test('is nowhere in the shipped samples', () => {
    const questions = Object.values(loadSamples()).flat().map(sampleAsQuestion);

    expect(questions.filter(namesALetter)).toEqual([]);
  });
});

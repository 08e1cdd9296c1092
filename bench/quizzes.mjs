/** Makes quizzes that the review finds no flaw in, each different from every other. */

const syllables = ['ba', 'do', 'fi', 'gu', 'ke', 'lo', 'mi', 'nu', 'pa', 'ro', 'sa', 'tu', 've'];

/**
 * A name that no other number gives.
 * @param {number} number
 */
function nameOf(number) {
  let name = '';
  for (let rest = number + syllables.length ** 2; rest > 0; ) {
    name += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  }
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** What a question asks of a name, its right answer and its wrong ones. */
const forms = [
  ['Which instrument did the musician %s play at court?', 'Violin', 'Trumpet', 'Cello', 'Harp'],
  ['Which metal was mined for centuries near %s?', 'Copper', 'Silver', 'Cobalt', 'Nickel'],
  ['Which river flows past the old town of %s?', 'Danube', 'Tagus', 'Rhine', 'Volga'],
  ['Which animal guards the gate in the tale of %s?', 'Wolf', 'Lion', 'Raven', 'Bear'],
  ['Which fruit grows on the slopes of mount %s?', 'Apricot', 'Cherry', 'Almond', 'Quince'],
];

/** Every right answer there is: a quiz can be solved again by it. */
export const rightAnswers = new Set(forms.map(([, right]) => right));

/**
 * A quiz as a model writes it: the JSON of five questions.
 * @param {number} number
 */
export function quizText(number) {
  const questions = forms.map(([text = '', ...answers], index) => ({
    id: `q-${index + 1}`,
    text: text.replace('%s', nameOf(number * forms.length + index)),
    answers: answers.map((answer, at) => ({
      id: 'abcd'.charAt(at),
      text: answer,
      isCorrect: at === 0,
    })),
    explanation: `The records of the time name the ${answers[0]?.toLowerCase()}, and no other.`,
  }));
  return JSON.stringify(questions);
}

import type { QuizResult } from '../../domain/quiz.ts';
import { labelOf, percentOf, type ScoreLabel } from '../../domain/scoring.ts';
import { topicOf } from '../../domain/topics.ts';

interface Score {
  /** Such as `4 of 5`. */
  readonly score: string;
  /** The topic's name. */
  readonly topic: string;
}

type Variants = readonly [(score: Score) => string, ...((score: Score) => string)[]];

/** What is said in each band of the label (specification, section 9). */
const byLabel: Readonly<Record<ScoreLabel, Variants>> = {
  'Excellent work!': [
    ({ score, topic }) =>
      `You got ${score} right in this ${topic} quiz, about as good as it gets. You clearly know ` +
      'your way around the subject. Another round will bring other questions, so see whether you ' +
      'can do it again, or try a topic that you know less well.',
    ({ score, topic }) =>
      `A ${topic} result of ${score} leaves very little to improve. Read the explanations all the ` +
      'same: they often hold a detail that even people who knew the answer have not met before. ' +
      'Then pick a topic that makes you work harder.',
    ({ score, topic }) =>
      `With ${score} right, ${topic} is plainly one of your strong subjects. Try explaining one of ` +
      'these answers to a friend: it is the surest way to find out how deep your knowledge goes.',
  ],
  'Great job!': [
    ({ score, topic }) =>
      `You answered ${score} correctly in ${topic}, a strong result. Have a look in the breakdown ` +
      'at what slipped past you: knowing exactly what you missed is the quickest way to the top ' +
      'score next time.',
    ({ score, topic }) =>
      `${score} in ${topic} shows solid knowledge with just a small gap. Read the explanation ` +
      'where you went wrong, then take another quiz while it is fresh in your mind.',
    ({ score, topic }) =>
      `Your ${topic} knowledge carried you to ${score}, and you were close to a perfect round. ` +
      'One more quiz on this topic may well get you there.',
  ],
  'Well done!': [
    ({ score, topic }) =>
      `You got ${score} right in ${topic}, well over half. The breakdown shows what to look at ` +
      'again; a few minutes on those points will lift your next result.',
    ({ score, topic }) =>
      `${score} is a good ${topic} result. You have the foundations, so the answers you missed ` +
      'should be easy to place: read their explanations and have another go.',
  ],
  'Good effort!': [
    ({ score, topic }) =>
      `You got ${score} right in this ${topic} quiz, more than half. Go through the breakdown and ` +
      'pick out one thing that surprised you: what surprises us is what we remember best. Another ' +
      'round will tell you what has stuck.',
    ({ score, topic }) =>
      `${score} in ${topic} is a fair start, with some ground still to gain. Compare your answers ` +
      'with the correct ones below, then try again: the next questions will feel more familiar.',
    ({ score, topic }) =>
      `With ${score} right you know a good part of ${topic} already. Take the questions you missed ` +
      'as a short reading list, and come back for another quiz when you have been through it.',
  ],
  'Keep practicing!': [
    ({ score, topic }) =>
      `You got ${score} right in ${topic} this time. What you missed is now something you have ` +
      'met once, and that makes it easier to recall. Read the explanations below and try another ' +
      'round.',
    ({ score, topic }) =>
      `${score} in ${topic} means there is plenty here still to discover. Start with the question ` +
      'that interested you most, read up on it, and build from there.',
    ({ score, topic }) =>
      `This ${topic} quiz was a hard one for you, with ${score} right. That is what practice is ` +
      'for: look through the correct answers, and see how many of them you still know tomorrow.',
  ],
};

/** What is said to somebody who had nothing right: no praise that is not earned, and no blame. */
const nothingRight: Variants = [
  ({ score, topic }) =>
    `You got ${score} right in ${topic} today, and everybody starts somewhere. The breakdown below ` +
    'gives you every correct answer. Read them through once and try again: from here each ' +
    'quiz can only show progress.',
  ({ score, topic }) =>
    `${score} this time: ${topic} seems to be new ground for you, and new ground has the most to ` +
    'offer. Choose one question that made you curious, find out more about it, and come back for ' +
    'another round.',
];

/**
 * Honest feedback of under 100 words (specification, section 9) that names topic and score, in one
 * of several wordings; `random` gives a number in [0, 1).
 */
export function sampleFeedback({ topic, score, total }: QuizResult, random: () => number): string {
  const variants = score === 0 ? nothingRight : byLabel[labelOf(percentOf(score, total))];
  const variant = variants[Math.floor(random() * variants.length)] ?? variants[0];
  return variant({ score: `${score} of ${total}`, topic: topicOf(topic).name });
}

import type { Question } from './quiz.ts';
import type { Notes } from './reply/fields.ts';
import { type MendJson, readJsonText } from './reply/json-text.ts';
import { questionList } from './reply/list.ts';
import { countsFromOne } from './reply/named-key.ts';
import { type DraftQuestion, finishQuestion, readQuestion } from './reply/question.ts';
import { fail, ok, type Result } from './result.ts';

/** Why a reply holds no quiz; `message` is the specification's own (section 8). */
export type QuizReplyError =
  | { readonly code: 'no-content'; readonly message: string }
  | { readonly code: 'not-json'; readonly message: string }
  | { readonly code: 'no-questions'; readonly message: string }
  | { readonly code: 'invalid-question'; readonly message: string; readonly index: number };

export interface QuizReply {
  /** One or more; nothing in them is selected. */
  readonly questions: readonly Question[];
  /** Whether it took more than the specification's own reading to make a quiz of the reply. */
  readonly mended: boolean;
}

export interface ReadQuizReplyOptions {
  /** Mends JSON that is nearly right; left out, as for a reply cut off, nothing is mended. */
  readonly mend?: MendJson;
}

const noQuestions = 'No questions found in response';

/**
 * Reads a model's reply as a quiz by section 5 of the specification, with the tolerance of models'
 * habits around it. Never throws. Fails with `no-content` where the text is blank, `not-json` where
 * no JSON is found in it, `no-questions` where there is no array of questions or an empty one, and
 * `invalid-question` with the zero-based index of the first question that stays invalid after
 * repair. Neither the number of answers nor that of correct ones is checked (section 5).
 */
export function readQuizReply(
  content: string | null | undefined,
  { mend }: ReadQuizReplyOptions = {},
): Result<QuizReply, QuizReplyError> {
  if (!content?.trim()) return fail({ code: 'no-content', message: 'No content in response' });
  const json = readJsonText(content, mend);
  if (!json) return fail({ code: 'not-json', message: noQuestions });

  const notes: Notes = { mended: json.mended };
  const list = questionList(json.value, notes);
  if (list.length === 0) return fail({ code: 'no-questions', message: noQuestions });

  const drafts: DraftQuestion[] = [];
  for (const [index, element] of list.entries()) {
    const draft = readQuestion(element, index, notes);
    if (!draft) {
      const message = `Invalid question format at index ${index}`;
      return fail({ code: 'invalid-question', message, index });
    }
    drafts.push(draft);
  }
  const fromOne = countsFromOne(drafts.map(({ key }) => key));
  const questions = drafts.map((draft) => finishQuestion(draft, fromOne, notes));
  return ok({ questions, mended: notes.mended });
}

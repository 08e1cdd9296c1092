/** The limits of the service, each by the setting that moves it (design, section 2). */
export type LimitName =
  | 'QUIZZES_PER_MINUTE'
  | 'QUIZZES_PER_DAY'
  | 'MODEL_CALLS_PER_DAY'
  | 'MAX_GENERATIONS';

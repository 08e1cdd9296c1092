/** Who waits for a model call: a visitor, or nobody (a quiz prepared for the shelf). */
export type Priority = 'visitor' | 'background';

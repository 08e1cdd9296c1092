/** The ten topic ids, in the order of the specification (section 3). */
export const topicIds = [
  'wellness',
  'technology',
  'science',
  'history',
  'geography',
  'sports',
  'entertainment',
  'literature',
  'art',
  'music',
] as const;

export type TopicId = (typeof topicIds)[number];

/** Names of the topics' icons, which the page draws; the specification leaves the icons open. */
export type TopicIcon =
  | 'leaf'
  | 'chip'
  | 'flask'
  | 'column'
  | 'globe'
  | 'ball'
  | 'film'
  | 'book'
  | 'palette'
  | 'note';

export interface Topic {
  readonly id: TopicId;
  /** The capitalised id (specification, section 3). */
  readonly name: string;
  readonly icon: TopicIcon;
}

const icons: Readonly<Record<TopicId, TopicIcon>> = {
  wellness: 'leaf',
  technology: 'chip',
  science: 'flask',
  history: 'column',
  geography: 'globe',
  sports: 'ball',
  entertainment: 'film',
  literature: 'book',
  art: 'palette',
  music: 'note',
};

/** The ten topics, in display order. */
export const topics: readonly Topic[] = topicIds.map((id) => ({
  id,
  name: id.charAt(0).toUpperCase() + id.slice(1),
  icon: icons[id],
}));

const topicsById = new Map<TopicId, Topic>(topics.map((topic) => [topic.id, topic]));

/** The topic of an id. */
export function topicOf(id: TopicId): Topic {
  const topic = topicsById.get(id);
  if (!topic) throw new RangeError(`No topic has the id ${JSON.stringify(id)}`);
  return topic;
}

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

export interface Topic {
  readonly id: TopicId;
  /** The capitalised id (specification, section 3). */
  readonly name: string;
  /** The name of the icon that the page draws; the specification leaves the icons open. */
  readonly icon: string;
}

const icons: Readonly<Record<TopicId, string>> = {
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

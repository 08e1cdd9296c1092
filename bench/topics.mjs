/** The ten topics of the specification (section 3), as they stand in a request. */
export const topics = [
  ...['wellness', 'technology', 'science', 'history', 'geography'],
  ...['sports', 'entertainment', 'literature', 'art', 'music'],
];

/**
 * Topics in turn.
 * @param {number} number
 */
export const topicAt = (number) => topics[number % topics.length] ?? '';

import type { TopicId } from '../../domain/topics.ts';
import art from './subtopics/art.json' with { type: 'json' };
import entertainment from './subtopics/entertainment.json' with { type: 'json' };
import geography from './subtopics/geography.json' with { type: 'json' };
import history from './subtopics/history.json' with { type: 'json' };
import literature from './subtopics/literature.json' with { type: 'json' };
import music from './subtopics/music.json' with { type: 'json' };
import science from './subtopics/science.json' with { type: 'json' };
import sports from './subtopics/sports.json' with { type: 'json' };
import technology from './subtopics/technology.json' with { type: 'json' };
import wellness from './subtopics/wellness.json' with { type: 'json' };

const subtopics: Readonly<Record<TopicId, readonly string[]>> = {
  wellness,
  technology,
  science,
  history,
  geography,
  sports,
  entertainment,
  literature,
  art,
  music,
};

/**
 * The curated sub-topics of a topic, spread over eras, regions and kinds. Curated sub-topics lift
 * the share of questions that meet every criterion from about 37 % to 75 %: arXiv 2505.02850.
 */
export function subtopicsOf(topic: TopicId): readonly string[] {
  return subtopics[topic];
}

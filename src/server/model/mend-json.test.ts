import { expect, test } from 'vitest';
import { mendJson } from './mend-json.ts';

const mended = (text: string): unknown => JSON.parse(mendJson(text));

test.each<[string, string, unknown]>([
  ['single quotes', "[{'text': 'Why?'}]", [{ text: 'Why?' }]],
  ['trailing commas', '[{"text":"Why?",},]', [{ text: 'Why?' }]],
  ['unquoted keys', '[{text:"Why?"}]', [{ text: 'Why?' }]],
  ['curly quotes', '[{“text”:“Why?”}]', [{ text: 'Why?' }]],
  ['raw line breaks', '["one\ntwo"]', ['one\ntwo']],
  ['an apostrophe behind a backslash', "['It\\'s']", ["It's"]],
  ['LaTeX', '["\\frac{1}{2} \\beta \\alpha \\sqrt2",]', ['\\frac{1}{2} \\beta \\alpha \\sqrt2']],
  ['a backslash that is escaped already', '["\\\\frac",]', ['\\frac']],
  ['a folder of Windows', '["C:\\Users\\Ann",]', ['C:\\Users\\Ann']],
  ['escapes that are meant', '["a\\nb\\tc\\u00e9\\"\\/\\f",]', ['a\nb\tcé"/\f']],
])('%s', (_name, text, value) => {
  expect(mended(text)).toEqual(value);
});

test('what is sound stays as it is', () => {
  const text = '[{"id":"q-1","text":"\\"Why?\\" \\\\ \\u00e9 \\n","answers":[]}]';
  expect(mended(text)).toEqual(JSON.parse(text));
});

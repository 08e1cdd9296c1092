import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { noteReplies } from './noted-replies.ts';
import { processTest as test } from './process-fixtures.ts';
import { answersWith, feedbackReply, feedbackText, questions, quizReply } from './replies.ts';
import { answerQuiz, card, checkMark, expectPath, feedback } from './visitor.ts';

// The key is in no file of the build, no reply to the browser and no line of the log.

const key = 'sk-test-9d03b6f5a8';
const oddKey = 'another/key+of"no\'known-form';
const root = fileURLToPath(new URL('..', import.meta.url));

/** Everything in the files under a folder, one after the other. */
async function textUnder(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
  );
  return texts.join('\n');
}

for (const secret of [key, oddKey]) {
  test.describe(`a key such as ${secret}`, () => {
    test.use({
      settings: {
        LLM_API_KEY: secret,
        OPENROUTER_API_KEY: `${secret}-of-openrouter`,
        LOG_LEVEL: 'trace',
        SHELF_SIZE: '0',
        BLIND_CHECK: 'off',
      },
    });

    test('stays between server and service, even where the service repeats it', async ({
      page,
      upstream,
      server,
    }) => {
      const replies = await noteReplies(page);
      const echo = JSON.stringify({ error: { message: `Key ${secret} is over its limit` } });
      upstream.answer({ type: 'answer', status: 401, chunks: [echo] }, quizReply(), feedbackReply);
      await page.goto('/');
      await card(page, 'Sports').click();
      // Two seconds, for the process has a real clock.
      await expect(checkMark(page)).toBeVisible({ timeout: 10_000 });
      await page.clock.runFor(800);
      await expectPath(page, '/quiz');
      await answerQuiz(page, answersWith(2, questions));
      await expect(feedback(page)).toHaveText(feedbackText);

      expect(upstream.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`);
      expect(replies.join('')).toContain(questions[0]?.explanation);
      expect(replies.join('')).not.toContain(secret);
      expect(server.output()).toContain('API request failed: 401');
      expect(server.output()).toContain('[secret]');
      for (const form of [secret, JSON.stringify(secret).slice(1, -1)]) {
        expect(server.output()).not.toContain(form);
      }
      expect(await textUnder(join(root, 'dist'))).not.toContain(secret);
      expect(await page.content()).not.toContain(secret);
    });
  });
}

const build = `
  import { createBuilder } from 'vite';
  const outDir = (name) => ({ build: { outDir: process.argv[1] + '/' + name, emptyOutDir: true } });
  const builder = await createBuilder({
    logLevel: 'error',
    environments: { client: outDir('web'), ssr: outDir('server') },
  });
  await builder.buildApp();
`;

test('a build with keys in its environment has none of them in it', async () => {
  const directory = test.info().outputPath('build');
  const keys = { OPENROUTER_API_KEY: key, LLM_API_KEY: oddKey, VITE_API_KEY: `${key}-for-vite` };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', build, directory], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', LLM_BASE_URL: 'http://127.0.0.1:9/v1', ...keys },
  });
  const text = await textUnder(directory);
  expect(text).toContain('Choose Your Quiz Topic');
  expect(text).toContain('OPENROUTER_API_KEY');
  for (const value of Object.values(keys)) expect(text).not.toContain(value);
});

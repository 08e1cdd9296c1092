import { describe, expect, it } from 'vitest';
import { compressedForms, finishPage, integrityOf } from './finish-pages.mjs';

const template = `<!doctype html>
<html>
  <head>
    <title>Quiz</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/style-1.css">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`;
const page = { file: 'quiz.html', path: '/quiz', title: 'Q & A < B', markup: '<p>$& and $1</p>' };
const assets = {
  style: 'a{content:"$&"}\n',
  script: 'go();',
  quizChunk: 'later();',
  quizChunkUrl: '/assets/quiz-chunk-1.js',
  starter: 'start("$&");\n',
  icon: '<svg xmlns="http://www.w3.org/2000/svg">\n  <title>Quiz</title>\n  <path fill="#123" d="M0 0"/>\n</svg>\n',
};

describe('finishPage', () => {
  it('puts the page, its title and the style in their places, as they are', () => {
    const html = finishPage(template, page, assets);
    expect(html).toContain('<title>Q &amp; A &lt; B</title>');
    expect(html).toContain('<div id="root" data-prerendered-for="/quiz"><p>$& and $1</p></div>');
    expect(html).toContain('<style>a{content:"$&"}</style>');
    expect(html).not.toContain('stylesheet');
  });

  it('puts the script away behind the page, and the starter after it', () => {
    const html = finishPage(template, page, assets);
    const integrity = integrityOf(assets.script);
    expect(html.slice(html.indexOf('</div>'))).toBe(
      [
        '</div>',
        `<template><script type="module" crossorigin integrity="${integrity}" src="/assets/index-1.js"></script></template>`,
        '<script>start("$&");</script>',
        '</body></html>',
      ].join(''),
    );
    expect(html.match(/<script/g)).toHaveLength(2);
  });

  it('leaves out the line breaks of the source, and none of the page', () => {
    const source = template
      .replace('<link rel="icon"', '<meta\n  name="a"\n  content="b"\n />\n    <link rel="icon"')
      .replace('<div', '<p>\n      One line,\n      and another.\n    </p>\n    <div');
    const markup = '<pre>\n  One />\n</pre>';
    const html = finishPage(source, { ...page, markup }, assets);
    expect(html).toContain('<head><title>');
    expect(html).toContain('<meta name="a" content="b"><link rel="icon"');
    expect(html).toContain('<body><p>One line, and another.</p><div id="root"');
    expect(html).toContain(markup);
  });

  it('carries the icon of the tab', () => {
    const url = /rel="icon" href="([^"]*)"/.exec(finishPage(template, page, assets))?.[1] ?? '';
    expect(url).toMatch(/^data:image\/svg\+xml,/);
    expect(decodeURIComponent(url.slice(url.indexOf(',') + 1))).toBe(
      "<svg xmlns='http://www.w3.org/2000/svg'><path fill='#123' d='M0 0'/></svg>",
    );
  });

  it.each([
    ['lacks its root', template.replace('root', 'app')],
    ['has two titles', template.replace('<title>', '<title>One</title><title>')],
    ['has no script', template.replace('module', 'text')],
  ])('refuses a page that %s', (_name, changed) => {
    expect(() => finishPage(changed, page, assets)).toThrow('instead of once');
  });
});

describe('compressedForms', () => {
  it('leaves out what would be no smaller', () => {
    expect([...compressedForms(Buffer.from('a'.repeat(1000))).keys()]).toEqual(['.br', '.gz']);
    expect([...compressedForms(Buffer.from('User-agent: *')).keys()]).toEqual([]);
  });
});

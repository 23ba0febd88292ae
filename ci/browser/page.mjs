// Opens the page of dependency-graph in headless Chromium, and uses it with the mouse and the keyboard.
// Argument: JSON with page, the file.

import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'; // the package then unpacks the libraries of the browser, too
const { default: chromium } = await import('@sparticuz/chromium');

const { page: file } = JSON.parse(process.argv.at(-1));
const browser = await puppeteer.launch({
  executablePath: process.env.CORTEX_BROWSER || await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu', '--no-zygote'],
  headless: 'shell',
});
try {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', e => errors.push(e.message));
  page.on('request', r => { if (!/^(file|data|blob):/.test(r.url())) errors.push(`asks for ${r.url()}`); });

  const boxes = () => page.$$eval('#drawing [role=button]', all => all.map(e => e.getAttribute('aria-label')));
  const has = async name => (await boxes()).some(label => label.includes(name));
  const panel = () => page.$eval('#panel', e => e.textContent);
  const hash = () => page.evaluate(() => location.hash);

  await page.goto(pathToFileURL(file) + '#graph&filter=store');
  assert.ok(await has('store'), 'a link carries a filter');
  assert.ok(!await has('lone'), 'the filter leaves modules out');

  await page.click('#drawing [role=button][aria-label*=store]');
  assert.match(await panel(), /store/, 'a click chooses a module');

  await page.$eval('#filter', e => e.select());
  await page.type('#filter', 'wire');
  assert.ok(await has('wire') && !await has('store'), 'typing changes the filter');
  assert.equal(await hash(), '#graph&filter=wire', 'the link follows the filter');

  await page.$eval('#drawing [role=button][aria-label*=wire]', e => e.focus());
  await page.keyboard.press('Enter');
  assert.match(await panel(), /wire/, 'Enter chooses a module');

  await page.focus('nav a[href="#map"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#view-map:not([hidden])');
  assert.ok(await page.$('#tiles [role=button]'), 'the map has tiles');
  assert.deepEqual(errors, []);
} finally {
  await browser.close();
}

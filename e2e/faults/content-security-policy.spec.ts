import { expectRemoteWorks, openSignedIn } from '../support/console';
import { expect, test } from '../support/test';

/** Attempts of injected content. */
type Deed = () => void;

const intrusions: Record<string, Deed> = {
  'a script in the document': () => {
    const script = document.createElement('script');
    script.textContent = 'window.intruder = true';
    document.head.append(script);
  },
  'a script of another origin': () => {
    const script = document.createElement('script');
    script.src = 'https://intruder.example/x.js';
    document.head.append(script);
  },
  'a style without the nonce': addForeignStyle,
  'a call to another origin': () => void fetch('https://intruder.example/').catch(() => undefined),
};

test('the content security policy blocks foreign content and the console keeps working', async ({ page, allowPageErrors }) => {
  allowPageErrors(/Content Security Policy/);
  await openSignedIn(page, '/detection');
  await expectRemoteWorks(page, 'training');
  for (const [name, intrude] of Object.entries(intrusions)) {
    const refused = page.waitForEvent('console', (message) => message.text().startsWith('Content Security Policy:'));
    await page.evaluate(intrude);
    expect((await refused).text(), name).toContain('refused');
  }
  expect(await page.evaluate(() => 'intruder' in window)).toBe(false);
  await expectRemoteWorks(page, 'catalogue');
});

function throwUncaught(): void {
  queueMicrotask(() => {
    throw new Error('nobody caught this');
  });
}

function addForeignStyle(): void {
  const style = document.createElement('style');
  style.textContent = 'body { display: none }';
  document.head.append(style);
}

test.describe('a test fails', () => {
  const deeds: [string, Deed][] = [
    ['a violation of the policy', addForeignStyle],
    ['an error that nobody caught', throwUncaught],
  ];
  for (const [what, bring] of deeds) {
    test(what, async ({ page }) => {
      test.fail();
      await page.goto('/login');
      await page.evaluate(bring);
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    });
  }
});

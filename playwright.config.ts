import { defineConfig, devices } from '@playwright/test'
import { chromiumPath } from './scripts/chromium.ts'

/** Two checkouts on one machine test beside each other on ports of their own; the price feed takes the port below. */
const PORT = Number(process.env.KARAT_E2E_PORT ?? 3999)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // The browser's drawing takes all of two cores: more workers were not quicker.
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/karat-tests/browser.json' }]],
  webServer: {
    command: 'node tests/e2e/serve.ts',
    url: `http://localhost:${PORT}/api/docs`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(PORT),
      RATE_LIMITS: '0',
      EXPOSURE_LIMITS: '0',
      LOG_LEVEL: 'error',
      MARKETING_URL: 'https://go.karat.example',
    },
  },
  use: {
    // A worker's tests follow each other in one context, emptied between them: a renderer that is there already costs a quarter less.
    reuseContext: true,
    // Less than a test: what waits in vain for a press is named.
    actionTimeout: 30_000,
    baseURL: `http://localhost:${PORT}`,
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    // Tests stand between the page and the server; what the worker does is offline.spec.ts's.
    serviceWorkers: 'block',
    // A trace costs a quarter of the time: `npx playwright test --trace on` writes one.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await chromiumPath(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: '*.alone.spec.ts', use: { viewport: { width: 1440, height: 900 } } },
    // What the client does with its session and with answers is the same at every size; looks.spec.ts takes every size itself.
    { name: 'phone', grep: /@phone/, use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } } },
    { name: 'alone', testMatch: '*.alone.spec.ts', dependencies: ['desktop', 'phone'] },
  ],
})

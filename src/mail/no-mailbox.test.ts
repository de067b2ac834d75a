import { expect, test } from 'vitest'
import { openShop } from '../../tests/support/shop.ts'

const shop = openShop({ DEMO: '0', PUBLIC_URL: 'https://shop.example', EXPOSURE_LIMITS: '1' })

test.each(['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox.css', '/dev/mailbox/letter'])(
  'a real shop has no %s',
  async (url) => {
    expect((await shop.app.inject({ url })).statusCode).toBe(404)
  },
)

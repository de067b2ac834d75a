import { expect, test } from 'vitest'
import { scriptsWait } from '../src/scripts-wait.ts'

const html =
  '<head><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/assets/a.js" nonce="n"/>' +
  '<link rel="modulepreload" href="/assets/b.js" nonce="n"/></head><script nonce="n" type="module" async="">import "/assets/a.js"</script>'

test('modules are started later, with every file they need, and nothing else changes', () => {
  expect(scriptsWait(html)).toBe(
    '<head><link rel="stylesheet" href="/a.css"/></head>' +
      '<script nonce="n" type="text/waiting-module" data-files="/assets/a.js /assets/b.js">import "/assets/a.js"</script>',
  )
})

test('a page without modules is as it was', () => {
  expect(scriptsWait('<p>type="module"</p>')).toBe('<p>type="module"</p>')
})

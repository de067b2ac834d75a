import { expect, test } from 'vitest'
import * as m from '../locale/paraglide/messages.js'
import { firstSettings } from '../stores/setting-rules.ts'
import { languages } from './entry-rules.ts'
import { templateAgreement, templatePages } from './template-rules.ts'

const { house } = firstSettings

test.each(languages)('the agreement in %s promises an insurance only where an insurer is named', (language) => {
  const insured = templateAgreement({ ...house, insurer: 'PT Asuransi Delta' }).body[language]
  const bare = templateAgreement(house).body[language]
  expect(insured).toContain('PT Asuransi Delta')
  expect(bare).not.toMatch(/insured|diasuransikan|投保|承保/)
  const parts = (text = '') => text.split('\n\n')
  expect(parts(insured)).toHaveLength(parts(bare).length + 2)
})

test.each(languages)('the privacy notice in %s calls the page of one’s data by its name', (language) => {
  expect(templatePages.privacy.body[language]).toContain(`“${m.ui_rights_title({}, { locale: language })}”`)
})

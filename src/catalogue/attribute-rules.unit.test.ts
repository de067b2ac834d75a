import { expect, test } from 'vitest'
import {
  attributeLabel,
  attributeNames,
  attributeValueLabel,
  compareValues,
  formLabel,
  weightLabel,
  weightRangeLabel,
} from './attribute-rules.ts'

test('weights are said as each language writes them', () => {
  expect(['en-US', 'id', 'zh'].map((language) => attributeValueLabel('weight', '0.5', language))).toEqual([
    '0.5 g',
    '0,5 g',
    '0.5 克',
  ])
  expect(['10.0000', '31.1035', '100.0000', '4.2000'].map((grams) => weightLabel(grams, 'id'))).toEqual([
    '10 g',
    '31,1035 g',
    '100 g',
    '4,2 g',
  ])
})

test('ranges are said in words', () => {
  expect(['0-1', '1-5', '100-'].map((range) => weightRangeLabel(range, 'id'))).toEqual([
    'Sampai 1 g',
    '1 sampai 5 g',
    'Di atas 100 g',
  ])
  expect(['0-1', '1-5', '100-'].map((range) => weightRangeLabel(range, 'en-US'))).toEqual([
    'Up to 1 g',
    '1 to 5 g',
    'Over 100 g',
  ])
})

test('every attribute has a name in every language, and a value or form without one is shown as it is', () => {
  for (const name of attributeNames)
    for (const language of ['en-US', 'id', 'zh']) expect(attributeLabel(name, language)).not.toBe('')
  expect(attributeValueLabel('packaging', 'velvet', 'id')).toBe('velvet')
  expect(formLabel('brooch', 'zh')).toBe('brooch')
})

test('values stand in the order of their numbers, words as the table lists them', () => {
  expect(['100', '5', '0.5', '10'].sort(compareValues)).toEqual(['0.5', '5', '10', '100'])
  expect(['rose', 'yellow', 'white'].sort(compareValues)).toEqual(['yellow', 'white', 'rose'])
})

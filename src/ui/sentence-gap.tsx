/** Between two sentences of which one is no text alone: a Chinese full stop brings its own space. */
import { language } from './language.ts'

export const SentenceGap = () => (language() === 'zh' ? null : ' ')
export const fullStop = () => (language() === 'zh' ? '。' : '.')

import { language } from '../../../ui/language.ts'
import type { CategoryView } from '../category-contract.ts'

/** In the reader's language, else in English, else in whichever there is. */
export const nameOfCategory = ({ name, slug }: Pick<CategoryView, 'name' | 'slug'>): string =>
  name[language()] || name['en-US'] || Object.values(name).find(Boolean) || slug

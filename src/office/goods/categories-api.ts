/** Categories as the staff arrange them (decision 0167). */
import { listOfficeCategories } from '../../catalogue/category-queries.ts'
import {
  addCategory,
  addCategoryPicture,
  moveCategory,
  removeCategory,
  saveCategory,
} from '../../catalogue/save-category.ts'
import { listPictures } from '../../content/picture-queries.ts'
import { takePictures } from '../../files/picture-door.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import * as shape from './category-contract.ts'

const tags = ['office: catalogue']
const config = { access: 'staff', permission: 'catalogue.categories' } as const

export function categoryCalls(door: Door, karat: Karat) {
  void door.register(async (scope) => uploadCall(scope as Door, karat))
  door.get(
    '/catalogue/categoryTree',
    {
      config: { access: 'staff', permission: 'catalogue.see' },
      schema: {
        tags,
        summary: 'Every category, and the pictures that one may have',
        response: { 200: shape.CategoryTree },
      },
    },
    async () => ({ categories: await listOfficeCategories(karat.db), pictures: listPictures() }),
  )
  door.post(
    '/catalogue/addCategory',
    {
      config,
      schema: { tags, summary: 'A new category', body: shape.AddCategory, response: { 200: shape.CategorySaved } },
    },
    (request) => addCategory(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/catalogue/saveCategory',
    {
      config,
      schema: {
        tags,
        summary: 'What a category is called, shows, and stands below',
        body: shape.SaveCategory,
        response: { 200: shape.CategorySaved },
      },
    },
    (request) => saveCategory(karat, requireStaff(request), request.body),
  )
  door.post(
    '/catalogue/moveCategory',
    {
      config,
      schema: {
        tags,
        summary: 'One place up or down among those beside it',
        body: shape.MoveCategory,
        response: { 200: shape.CategoryDone },
      },
    },
    (request) => moveCategory(karat, requireStaff(request), request.body),
  )
  door.post(
    '/catalogue/removeCategory',
    {
      config,
      schema: {
        tags,
        summary: 'An empty category is gone',
        body: shape.RemoveCategory,
        response: { 200: shape.CategoryDone },
      },
    },
    (request) => removeCategory(karat, requireStaff(request), request.body),
  )
}

async function uploadCall(scope: Door, karat: Karat) {
  const { inTurn, readForm } = await takePictures(scope, karat)
  scope.post(
    '/catalogue/addCategoryPicture',
    {
      config: { ...config, rate: 'upload' },
      preValidation: readForm,
      schema: {
        tags,
        summary: 'A picture that a category may have',
        consumes: ['multipart/form-data'],
        body: shape.AddCategoryPicture,
        response: { 200: shape.CategoryPictureAdded },
      },
    },
    (request) => addCategoryPicture(karat, requireStaff(request), request.body.file, inTurn),
  )
}

/** Products, skus and pictures that the office adds. */
import { addProduct, nextNumber, saveBasics } from '../../catalogue/add-product.ts'
import * as shape from '../../catalogue/office-contract.ts'
import { addPicture, savePictures } from '../../catalogue/save-pictures.ts'
import { addSku, saveSku } from '../../catalogue/save-sku.ts'
import { takePictures } from '../../files/picture-door.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { categoryCalls } from './categories-api.ts'
import { productsOfficeApi } from './products/products-api.ts'

const tags = ['office: catalogue']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const

export function newGoodsApi(door: Door, karat: Karat) {
  void door.register(async (scope) => uploadCall(scope as Door, karat))
  products(door, karat)
  skus(door, karat)
  productsOfficeApi(door, karat)
  categoryCalls(door, karat)
  door.post(
    '/catalogue/savePictures',
    {
      config: needs('catalogue.edit'),
      schema: {
        tags,
        summary: 'Which pictures a product has, in which order, with which words',
        body: shape.SavePictures,
        response: { 200: shape.ProductSaved },
      },
    },
    (request) => {
      const { product_id: productId, revision, pictures } = request.body
      const gallery = pictures.map(({ shows, ...picture }) => ({ ...picture, ...(shows && { shows }) }))
      return savePictures(karat, requireStaff(request), { productId, revision, pictures: gallery })
    },
  )
}

function products(door: Door, karat: Karat) {
  const config = needs('catalogue.add')
  door.get(
    '/catalogue/newProduct',
    {
      config,
      schema: { tags, summary: 'What a new product is offered', response: { 200: shape.NewProductOffer } },
    },
    async () => ({ number: await nextNumber(karat.db) }),
  )
  door.post(
    '/catalogue/addProduct',
    {
      config,
      schema: {
        tags,
        summary: 'A new product, seen by staff only',
        body: shape.AddProduct,
        response: { 200: shape.ProductAdded },
      },
    },
    (request) => addProduct(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/catalogue/saveBasics',
    {
      config,
      schema: {
        tags,
        summary: 'How a product is filed, made and named',
        body: shape.SaveBasics,
        response: { 200: shape.ProductSaved },
      },
    },
    (request) => {
      const { product_id: productId, ...rest } = request.body
      return saveBasics(karat, requireStaff(request), { ...rest, productId })
    },
  )
}

function skus(door: Door, karat: Karat) {
  door.post(
    '/catalogue/addSku',
    {
      config: needs('catalogue.add'),
      schema: { tags, summary: 'One sku more of a product', body: shape.AddSku, response: { 200: shape.SkuAdded } },
    },
    (request) => {
      const { product_id: productId, revision, ...sku } = request.body
      return addSku(karat, requireStaff(request), { productId, revision, sku }, staffOnce(request))
    },
  )
  door.post(
    '/catalogue/saveSku',
    {
      config: needs('catalogue.price'),
      schema: {
        tags,
        summary: 'What a sku is and weighs, before anybody has ordered one',
        body: shape.SaveSku,
        response: { 200: shape.SkuSaved },
      },
    },
    (request) => {
      const { sku_id: skuId, revision, reason, ...sku } = request.body
      return saveSku(karat, requireStaff(request), { skuId, revision, reason, sku })
    },
  )
}

async function uploadCall(scope: Door, karat: Karat) {
  const { inTurn, readForm } = await takePictures(scope, karat)
  scope.post(
    '/catalogue/addPicture',
    {
      config: { ...needs('catalogue.edit'), rate: 'upload' },
      preValidation: readForm,
      schema: {
        tags,
        summary: 'One picture more of a product',
        consumes: ['multipart/form-data'],
        body: shape.AddPicture,
        response: { 200: shape.PictureAdded },
      },
    },
    (request) => {
      const { product_id: productId, ...rest } = request.body
      return addPicture(karat, requireStaff(request), { ...rest, productId }, inTurn)
    },
  )
}

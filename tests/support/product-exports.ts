/** Files in the columns that Shopify, WooCommerce and Medusa export products in, to the letter. */

const shopifyHead =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Option2 Linked To,Option3 Name,Option3 Value,Option3 Linked To,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Unit Price Total Measure,Unit Price Total Measure Unit,Unit Price Base Measure,Unit Price Base Measure Unit,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Google Shopping / Google Product Category,Google Shopping / Gender,Google Shopping / Age Group,Google Shopping / MPN,Google Shopping / Condition,Google Shopping / Custom Product,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status'
/** Of the template that Shopify offers since 2024. */
const newShopifyHead =
  'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description'
const wooHead =
  'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","Tax class","In stock?",Stock,"Low stock amount","Backorders allowed?","Sold individually?","Weight (kg)","Length (cm)","Width (cm)","Height (cm)","Allow customer reviews?","Purchase note","Sale price","Regular price",Categories,Tags,"Shipping class",Images,"Download limit","Download expiry days",Parent,"Grouped products",Upsells,Cross-sells,"External URL","Button text",Position,Brands,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 1 global","Attribute 2 name","Attribute 2 value(s)","Attribute 2 visible","Attribute 2 global"'
const medusaHead =
  'Product Id,Product Handle,Product Title,Product Subtitle,Product Description,Product Status,Product Thumbnail,Product Weight,Product Length,Product Width,Product Height,Product HS Code,Product Origin Country,Product MID Code,Product Material,Shipping Profile Id,Product Sales Channel 1,Product Collection Id,Product Type Id,Product Tag 1,Product Discountable,Product External Id,Variant Id,Variant Title,Variant SKU,Variant Barcode,Variant Allow Backorder,Variant Manage Inventory,Variant Weight,Variant Length,Variant Width,Variant Height,Variant HS Code,Variant Origin Country,Variant MID Code,Variant Material,Variant Price IDR,Variant Price USD,Variant Option 1 Name,Variant Option 1 Value,Product Image 1 Url,Product Image 2 Url'

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const namesOf = (head: string) => head.match(/"[^"]*"|[^,]+/g)?.map((name) => name.replaceAll('"', '')) ?? []
type Row = Record<string, string>

/** A line of each row under that head; a column that the head has not is a mistake of the test. */
function fileOf(head: string, rows: Row[]): string {
  const names = namesOf(head)
  const lines = rows.map((row) => {
    const odd = Object.keys(row).find((name) => !names.includes(name))
    if (odd) throw new Error(`this export has no column ${odd}`)
    return names.map((name) => cell(row[name] ?? '')).join(',')
  })
  return [head, ...lines].join('\n')
}

export const shopifyFile = (...rows: Row[]) => fileOf(shopifyHead, rows)
export const newShopifyFile = (...rows: Row[]) => fileOf(newShopifyHead, rows)
export const wooFile = (...rows: Row[]) => fileOf(wooHead, rows)
export const medusaFile = (...rows: Row[]) => fileOf(medusaHead, rows)

/** A bar in two weights with two pictures, and a coin. */
export const shopifySample = shopifyFile(
  {
    ...{
      Handle: 'antam-certi-eye',
      Title: 'Antam CertiEye 999.9',
      Vendor: 'Antam',
      Type: 'Gold bars',
      Published: 'true',
    },
    'Body (HTML)': '<p>Minted in <b>Jakarta</b> &amp; sealed.</p><ul><li>LBMA</li></ul><script>steal()</script>',
    ...{ 'Option1 Name': 'Weight', 'Option1 Value': '10 g', 'Variant SKU': 'antam_ce_10', 'Variant Grams': '35' },
    ...{
      'Variant Price': '25500000.00',
      'Image Src': 'https://cdn.shopify.com/s/files/1/ce-front.jpg',
      Status: 'active',
    },
  },
  {
    ...{ Handle: 'antam-certi-eye', 'Option1 Value': '25 g', 'Variant SKU': 'ANTAM-CE-25', 'Variant Grams': '60' },
    ...{ 'Variant Price': '63000000.00', 'Image Src': 'https://cdn.shopify.com/s/files/1/ce-back.jpg' },
  },
  { Handle: 'antam-certi-eye', 'Image Src': 'https://cdn.shopify.com/s/files/1/ce-pack.jpg' },
  {
    ...{ Handle: 'maple', Title: 'Maple Leaf 1 oz 999.9', Vendor: 'Royal Canadian Mint', Type: 'Coins' },
    ...{ 'Option1 Name': 'Title', 'Option1 Value': 'Default Title', 'Variant SKU': 'RCM-MAPLE-1OZ' },
    'Variant Price': '79000000.00',
  },
)

/** A variable bar with two variations, and a ring. */
export const wooSample = wooFile(
  {
    ...{ ID: '44', Type: 'variable', SKU: 'UBS', Name: 'UBS Gold 24K', Categories: 'Bullion > Bars, Sale' },
    ...{ Description: 'Cast in Surabaya<br>999.9', Images: 'https://x.test/a.jpg, https://x.test/b.jpg' },
    ...{ 'Attribute 1 name': 'Berat', 'Attribute 1 value(s)': '5 gr, 50 gr' },
    ...{ 'Attribute 2 name': 'Merek', 'Attribute 2 value(s)': 'UBS' },
  },
  {
    ...{ ID: '45', Type: 'variation', SKU: 'UBS-5', Name: 'UBS Gold 24K - 5 gr', Parent: 'UBS', 'Weight (kg)': '0.02' },
    ...{ 'Regular price': '12900000', 'Attribute 1 name': 'Berat', 'Attribute 1 value(s)': '5 gr' },
  },
  {
    ...{ ID: '46', Type: 'variation', SKU: 'UBS-50', Name: 'UBS Gold 24K - 50 gr', Parent: 'id:44' },
    ...{ 'Regular price': '126000000', 'Attribute 1 name': 'Berat', 'Attribute 1 value(s)': '50 gr' },
  },
  {
    ...{ ID: '50', Type: 'simple', SKU: 'CINCIN-22', Name: 'Cincin Polos 22K 3,5 gr', Categories: 'Rings' },
    ...{ 'Regular price': '8500000', Brands: 'Karat Studio', 'Attribute 1 name': 'Ukuran' },
    'Attribute 1 value(s)': '16',
  },
  { ID: '60', Type: 'grouped', SKU: 'SET', Name: 'A set' },
)

export const medusaSample = medusaFile({
  ...{
    'Product Id': 'prod_01K56YQWC4DA327SH0S4XB0GMJ',
    'Product Handle': 'valcambi-cast',
    'Product Title': 'Valcambi Cast',
  },
  ...{ 'Product Description': 'A cast bar.', 'Product Status': 'published', 'Product Type Id': 'ptyp_bars' },
  ...{
    'Product Weight': '180',
    'Variant Title': '100 g / 999.9',
    'Variant SKU': 'VAL-100',
    'Variant Price IDR': '250000000',
  },
  ...{ 'Variant Option 1 Name': 'Weight', 'Variant Option 1 Value': '100 g' },
  'Product Image 1 Url': 'https://medusa.test/static/val.jpg',
})

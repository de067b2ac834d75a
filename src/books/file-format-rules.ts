/** The programs of accounting that a journal can be a file for. Pure. */
export const fileFormats = ['xero', 'jurnal', 'accurate', 'odoo'] as const
export type FileFormat = (typeof fileFormats)[number]

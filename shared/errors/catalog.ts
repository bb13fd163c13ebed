import type { Messages } from './messages.ts'

/** The catalog. */
export const catalogMessages = {
  PRODUCT_NOT_FOUND: {
    es: 'El producto {productId} no está en el catálogo. Actualice el catálogo.',
    en: 'Product {productId} is not in the catalog. Refresh the catalog.',
  },
  FORM_NOT_STORED: {
    es: 'El formulario de este producto aún no está guardado y no hay conexión. Intente cuando vuelva la conexión.',
    en: 'The form of this product is not stored yet and there is no connection. Try when the connection is back.',
  },
  CATALOG_TOO_LARGE: {
    es: 'El catálogo del servicio trae {count} productos y aquí caben {most}. Se sigue usando el catálogo anterior. Pida a su proveedor un catálogo más corto.',
    en: 'The catalog of the service has {count} products and {most} fit here. The catalog before it stays in use. Ask your provider for a shorter one.',
  },
} as const satisfies Messages

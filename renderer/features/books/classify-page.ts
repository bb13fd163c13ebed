/** Where products are said what they are to the books. */
export const classifyPage = '/ajustes/productos/clasificar'

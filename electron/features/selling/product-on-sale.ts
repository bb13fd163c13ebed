import { Failure } from '../../../shared/errors.ts'
import type { MerchantService } from '../../service/service.ts'
import type { SaleProduct } from '../../../shared/domain/sale/sale-product.ts'
import type { SellingDeps } from './ports.ts'

/**
 * A product with the service that sells it, both of one profile. Throws QUOTE_NOT_FOUND when another profile came
 * into use meanwhile, NO_PROFILE, NO_TOKEN and like productForSale.
 */
export async function productOnSale(
  deps: Pick<SellingDeps, 'service' | 'productForSale'>,
  productId: string,
): Promise<{ product: SaleProduct; service: MerchantService }> {
  const { id } = deps.service().profile
  const product = await deps.productForSale(productId)
  return { product, service: serviceOf(deps, id) }
}

/** The service in use, which is to be that of a profile. Throws QUOTE_NOT_FOUND, NO_PROFILE, NO_TOKEN. */
export function serviceOf(deps: Pick<SellingDeps, 'service'>, profileId: string): MerchantService {
  const service = deps.service()
  if (service.profile.id !== profileId) throw new Failure('QUOTE_NOT_FOUND')
  return service
}

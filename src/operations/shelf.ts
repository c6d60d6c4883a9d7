import { MapShelf } from '../sourcemaps/shelf';

/**
 * The source maps this process keeps parsed. One for all databases it may have open: entries are named by organization and
 * content, and the same content is the same map.
 */
export const shelf = new MapShelf();

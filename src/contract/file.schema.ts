import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";

export const pictureListQuery = pageQuery(PAGE_SIZE.pictures);

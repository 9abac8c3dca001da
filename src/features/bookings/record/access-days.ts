/** Address and access are shown from so many days before arrival. */
export const accessDays = 3;

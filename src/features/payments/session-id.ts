const sessionIdPattern = /^cs_[A-Za-z0-9_]{1,250}$/;

/** Whether a text can be the id of the provider's payment page. */
export const isSessionId = (text: string): boolean => sessionIdPattern.test(text);
